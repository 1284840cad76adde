/** Something that was asked for cannot be read, or cannot be right: which, what is wrong with it, and what to do. Ends with code 2. */
export class Failure extends Error {
  override readonly name = 'Failure'
}
