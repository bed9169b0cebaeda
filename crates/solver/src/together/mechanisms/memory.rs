//! The numbers of all mechanisms.

#![allow(unsafe_code)]

use super::graph::{Graph, Mechanism};
use super::link::Link;
use super::node::Node;
use super::solve::Solve;
use crate::BodyState;
use crate::together::matrix::factor::{Block, Diagonal};
use crate::together::matrix::number::{Number, Spatial};
use crate::together::states::States;
use alloc::vec::Vec;
use compute::Shared;
use core::sync::atomic::AtomicU32;

#[derive(Clone, Debug)]
pub(super) struct Memory<N: Number = f64> {
    nodes: Vec<Node<N>>,
    links: Vec<Link<N>>,
    diagonals: Vec<Diagonal<N>>,
    blocks: Vec<Block<N>>,
    x: Vec<Spatial<N>>,
}

impl<N: Number> Default for Memory<N> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            links: Vec::new(),
            diagonals: Vec::new(),
            blocks: Vec::new(),
            x: Vec::new(),
        }
    }
}

impl<N: Number> Memory<N> {
    pub(super) fn resize(&mut self, graph: &Graph) {
        let (bodies, links) = (graph.bodies.len(), graph.links.len());
        self.nodes.resize(bodies, Node::empty());
        self.links.resize(links, Link::empty());
        self.diagonals.resize(bodies, [N::ZERO; 6]);
        self.blocks.resize(graph.elimination.block_count(), [N::ZERO; 9]);
        self.x.resize(bodies, [N::ZERO; 3]);
    }

    pub(super) fn share<'a>(&'a mut self, let_go: &'a AtomicU32, unit: f64) -> SharedMemory<'a, N> {
        let Self { nodes, links, diagonals, blocks, x } = self;
        SharedMemory {
            nodes: Shared::new(nodes),
            links: Shared::new(links),
            diagonals: Shared::new(diagonals),
            blocks: Shared::new(blocks),
            x: Shared::new(x),
            let_go,
            unit,
        }
    }
}

#[derive(Clone, Copy)]
pub(super) struct SharedMemory<'a, N: Number> {
    pub(super) nodes: Shared<'a, Node<N>>,
    pub(super) links: Shared<'a, Link<N>>,
    diagonals: Shared<'a, Diagonal<N>>,
    blocks: Shared<'a, Block<N>>,
    x: Shared<'a, Spatial<N>>,
    let_go: &'a AtomicU32,
    unit: f64,
}

impl<'a, N: Number> SharedMemory<'a, N> {
    /// # Safety
    /// Nobody else has this mechanism, or reads or writes its moving bodies, in this phase.
    pub(super) unsafe fn get(
        &self,
        graph: &'a Graph,
        at: &Mechanism,
        states: Shared<'a, BodyState>,
    ) -> Solve<'a, N> {
        let structure = graph.elimination.structure(&at.nodes, &at.blocks, &at.targets);
        // SAFETY: the caller's promise; each part belongs to one mechanism.
        unsafe {
            Solve {
                structure,
                nodes: self.nodes.slice(at.nodes.clone()),
                links: self.links.slice(at.links.clone()),
                diagonals: self.diagonals.slice(at.nodes.clone()),
                blocks: self.blocks.slice(at.blocks.clone()),
                x: self.x.slice(at.nodes.clone()),
                states: States::new(states),
                contradiction_rate: 0.0,
                let_go: self.let_go,
                unit: self.unit,
            }
        }
    }
}
