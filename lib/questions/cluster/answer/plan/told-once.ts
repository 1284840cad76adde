/** What an answer tells once, however often it is said: in a list, in which others name its place. */
export class ToldOnce<T> {
  readonly all: T[] = []
  private readonly places = new Map<string, number>()

  /** The place of a value; one that says the same stands there already. */
  placeOf(value: T): number {
    const text = JSON.stringify(value)
    const known = this.places.get(text)
    if (known !== undefined) return known
    this.places.set(text, this.all.length)
    return this.all.push(value) - 1
  }
}
