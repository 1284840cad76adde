import { countText } from '@/lib/words/time-text'

/** A cell with how many something happens to. */
export function Count({ value, isBad = false }: { readonly value: number; readonly isBad?: boolean }) {
  return <td className={value === 0 ? 'num faint' : isBad ? 'num bad' : 'num'}>{countText(value)}</td>
}
