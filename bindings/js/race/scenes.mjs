// The scenes of the race: boxes and circles (m, rad), then hinges (indices, world point), the same for all engines.

export const scenes = {
  /** 210 boxes that stand. */
  pyramid() {
    const s = { bodies: [{ fixed: true, box: [40, 0.5], x: 0, y: -0.5 }], hinges: [] };
    for (let row = 0; row < 20; row++) {
      for (let i = 0; i < 20 - row; i++) s.bodies.push({ box: [0.5, 0.5], x: (i - (19 - row) / 2) * 1.1, y: 0.5 + row });
    }
    return s;
  },

  /** 1,000 circles that fall into a bowl. */
  bowl() {
    const s = { bodies: [], hinges: [] };
    const [radius, count] = [14, 24];
    for (let k = 0; k <= count; k++) {
      const angle = Math.PI * (1 + k / count);
      const out = radius + 0.5;
      const box = [0.5, (Math.PI * radius) / count / 2 + 0.1];
      s.bodies.push({ fixed: true, box, x: out * Math.cos(angle), y: out * Math.sin(angle) + radius, angle });
    }
    for (let i = 0; i < 1000; i++) {
      const row = Math.floor(i / 32);
      s.bodies.push({ circle: 0.25, x: ((i % 32) - 15.5) * 0.52 + (row % 2) * 0.05, y: 8 + row * 0.55 });
    }
    return s;
  },

  /** 100 ragdolls of ten parts and nine hinges. All parts have the same filter; what is joined does not collide. */
  ragdolls() {
    const s = { bodies: [{ fixed: true, box: [60, 0.5], x: 0, y: -0.5 }], hinges: [] };
    for (const side of [-1, 1]) s.bodies.push({ fixed: true, box: [0.5, 20], x: side * 14, y: 20 });
    for (let n = 0; n < 100; n++) {
      const x = ((n % 10) - 4.5) * 2.4 + Math.floor(n / 10) * 0.07;
      const y = 2 + Math.floor(n / 10) * 2.6;
      const part = (dx, dy, hx, hy) => s.bodies.push({ box: [hx, hy], x: x + dx, y: y + dy }) - 1;
      const hinge = (a, b, dx, dy) => s.hinges.push([a, b, x + dx, y + dy]);
      const torso = part(0, 0, 0.22, 0.4);
      const head = part(0, 0.6, 0.16, 0.18);
      hinge(torso, head, 0, 0.42);
      for (const k of [-1, 1]) {
        const upper = part(k * 0.45, 0.3, 0.22, 0.08);
        const lower = part(k * 0.9, 0.3, 0.22, 0.07);
        hinge(torso, upper, k * 0.24, 0.3);
        hinge(upper, lower, k * 0.68, 0.3);
        const thigh = part(k * 0.14, -0.68, 0.1, 0.26);
        const shin = part(k * 0.14, -1.2, 0.09, 0.26);
        hinge(torso, thigh, k * 0.14, -0.42);
        hinge(thigh, shin, k * 0.14, -0.94);
      }
    }
    return s;
  },

  /** 10 boxes in a stack: what a step costs in itself. */
  ten() {
    const s = { bodies: [{ fixed: true, box: [10, 0.5], x: 0, y: -0.5 }], hinges: [] };
    for (let i = 0; i < 10; i++) s.bodies.push({ box: [0.5, 0.5], x: 0, y: 0.5 + i });
    return s;
  },
};

export const DT = 1 / 60;
export const FRICTION = 0.6;
