/** A shoot as the API server has it: reading its JSON, quantities, pools and rotations. */

export * from './manifest'
export * from './pool-key'
export * from './quantity'
export * from './rotation'
export * from './shoot-json'
export * from './stored'
