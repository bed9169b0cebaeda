//! Box2D's tree.

#![allow(unsafe_code)]

use super::{Tree, entry};
use boxdd_sys::ffi;
use physics::prelude::*;
use std::ffi::{c_int, c_void};

pub(super) struct Box2d {
    tree: ffi::b2DynamicTree,
    proxies: Vec<c_int>,
    /// The last step in which the box moved, for each key. If both boxes of a pair moved, only one of them
    /// reports it.
    moved: Vec<u32>,
    step: u32,
}

fn vector(x: f32, y: f32) -> ffi::b2Vec2 {
    ffi::b2Vec2 { x, y }
}

fn aabb_of(aabb: Aabb) -> ffi::b2AABB {
    ffi::b2AABB {
        lowerBound: vector(aabb.lower.x, aabb.lower.y),
        upperBound: vector(aabb.upper.x, aabb.upper.y),
    }
}

struct Partners<'a> {
    key: u32,
    moved: &'a [u32],
    step: u32,
    count: usize,
}

unsafe extern "C" fn partner(_: c_int, other: u64, context: *mut c_void) -> bool {
    // SAFETY: the context is the one given to the query below.
    let context = unsafe { &mut *context.cast::<Partners<'_>>() };
    let (key, other) = (context.key, other as u32);
    if other != key && (context.moved[other as usize] != context.step || key < other) {
        context.count += 1;
    }
    true
}

unsafe extern "C" fn counted(_: c_int, _: u64, context: *mut c_void) -> bool {
    // SAFETY: the context is the one given to the query below.
    unsafe { *context.cast::<usize>() += 1 };
    true
}

struct Hit<'a> {
    boxes: &'a [Aabb],
    origin: Point,
    translation: Vec2,
    first: f32,
}

unsafe extern "C" fn hit(_: *const ffi::b2RayCastInput, _: c_int, key: u64, context: *mut c_void) -> f32 {
    // SAFETY: the context is the one given to the cast below.
    let context = unsafe { &mut *context.cast::<Hit<'_>>() };
    let at = entry(context.boxes[key as usize], context.origin, context.translation);
    context.first = context.first.min(at.unwrap_or(1.0));
    context.first
}

impl Tree for Box2d {
    fn make(boxes: &[Aabb]) -> Self {
        // SAFETY: the tree belongs to this value alone, which is never copied.
        unsafe {
            let mut tree = ffi::b2DynamicTree_Create(16);
            let proxies = (0..)
                .zip(boxes)
                .map(|(key, &aabb)| ffi::b2DynamicTree_CreateProxy(&mut tree, aabb_of(aabb), 1, key))
                .collect();
            ffi::b2DynamicTree_Rebuild(&mut tree, true);
            Self { tree, proxies, moved: vec![0; boxes.len()], step: 0 }
        }
    }

    fn update(&mut self, moved: &[u32], boxes: &[Aabb]) {
        self.step += 1;
        for &key in moved {
            self.moved[key as usize] = self.step;
            // SAFETY: a proxy of this tree.
            unsafe {
                let (proxy, aabb) = (self.proxies[key as usize], aabb_of(boxes[key as usize]));
                ffi::b2DynamicTree_EnlargeProxy(&mut self.tree, proxy, aabb);
            }
        }
        // SAFETY: as above.
        unsafe { ffi::b2DynamicTree_Rebuild(&mut self.tree, false) };
    }

    fn pairs(&mut self, moved: &[u32], boxes: &[Aabb]) -> usize {
        let mut context = Partners { key: 0, moved: &self.moved, step: self.step, count: 0 };
        for &key in moved {
            context.key = key;
            let aabb = aabb_of(boxes[key as usize]);
            // SAFETY: the context lives as long as the call.
            unsafe {
                ffi::b2DynamicTree_QueryAll(&self.tree, aabb, Some(partner), (&raw mut context).cast());
            }
        }
        context.count
    }

    fn count(&self, aabb: Aabb) -> usize {
        let mut count = 0_usize;
        // SAFETY: the context lives as long as the call.
        unsafe {
            ffi::b2DynamicTree_QueryAll(&self.tree, aabb_of(aabb), Some(counted), (&raw mut count).cast());
        }
        count
    }

    fn ray(&self, origin: Point, translation: Vec2, boxes: &[Aabb]) -> f32 {
        let input = ffi::b2RayCastInput {
            origin: vector(origin.x, origin.y),
            translation: vector(translation.x, translation.y),
            maxFraction: 1.0,
        };
        let mut context = Hit { boxes, origin, translation, first: 1.0 };
        // SAFETY: input and context live as long as the call.
        unsafe {
            ffi::b2DynamicTree_RayCast(&self.tree, &input, u64::MAX, Some(hit), (&raw mut context).cast());
        }
        context.first
    }
}

impl Drop for Box2d {
    fn drop(&mut self) {
        // SAFETY: nobody else has it.
        unsafe { ffi::b2DynamicTree_Destroy(&mut self.tree) };
    }
}
