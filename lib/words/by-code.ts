/** The members of a union that have this value in the field that tells them apart. */
type MemberOf<Fact, Field extends keyof Fact, Code> = Fact extends unknown
  ? Code extends Fact[Field]
    ? Fact & { readonly [F in Field]: Code }
    : never
  : never

/**
 * What is said of each member of a union, by the field that tells them apart: a text, or how it is made of the member and of what else is
 * known. The compiler asks for each of them.
 */
export type SaidBy<
  Field extends string,
  Fact extends { readonly [F in Field]: string },
  More extends readonly unknown[] = [],
  Said = string,
> = { readonly [Code in Fact[Field]]: Said | ((fact: MemberOf<Fact, Field, Code>, ...more: More) => Said) }

/** What a table says of one of them. */
export function said<
  Field extends string,
  Fact extends { readonly [F in Field]: string },
  More extends readonly unknown[],
  Said,
>(table: SaidBy<Field, Fact, More, Said>, field: Field, fact: Fact, ...more: More): Said {
  const one: unknown = table[fact[field]]
  return (typeof one === 'function' ? one(fact, ...more) : one) as Said
}
