import type { Sentence } from '@/lib/words/phrases'
import styles from './sentence-text.module.css'

/** A sentence with its countdown set off and its dates kept on one line. */
export function SentenceText({ sentence }: { readonly sentence: Sentence }) {
  return sentence.map((piece) => {
    if (typeof piece === 'string') return piece
    if ('strong' in piece) return <strong key={piece.strong}>{piece.strong}</strong>
    return (
      <span key={piece.keep} className={styles.keep}>
        {piece.keep}
      </span>
    )
  })
}
