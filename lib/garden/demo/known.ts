/** Objects are parts by their identity. */
type Part = string | number | boolean | object | undefined

/**
 * What is known of several parts together, found part by part: equal ones in the same order lead to the same place. A text of all of them to
 * find it by would take longer to make.
 */
export class Known<V> {
  private next: Map<Part, Known<V>> | undefined
  private value: V | undefined

  at(part: Part): Known<V> {
    this.next ??= new Map()
    let place = this.next.get(part)
    if (place === undefined) {
      place = new Known()
      this.next.set(part, place)
    }
    return place
  }

  /** What is known here; made when it is asked for first. */
  or(make: () => V): V {
    this.value ??= make()
    return this.value
  }
}
