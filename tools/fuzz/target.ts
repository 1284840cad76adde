import type { Arbitrary } from 'fast-check'

/** Something that reads what comes in; `check` throws when it does not hold what it must. */
export interface Target<Input = unknown> {
  readonly inputs: Arbitrary<Input>
  check(input: Input): void | Promise<void>
}
