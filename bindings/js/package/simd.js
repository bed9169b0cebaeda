// Whether this WebAssembly has instructions of 128 bits.

/** A module with one function that makes a vector of zeros and takes a lane of it. */
const PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 10, 11, 1, 9, 0, 65, 0, 253, 15, 253, 21, 0, 11,
];

export const hasSimd = () => WebAssembly.validate(new Uint8Array(PROBE));
