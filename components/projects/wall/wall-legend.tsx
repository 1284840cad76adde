import { EventGlyph } from '../../ui/glyph'
import { INK_STEPS } from './cells'
import styles from './wall.module.css'

const STEP_TEXTS = INK_STEPS.map((from, i) => {
  const next = INK_STEPS[i + 1]
  return next === undefined ? `${from} or more` : `${from}–${next - 1}`
})

/** What the marks mean. */
export function Legend({ hasDraft, hasFreezes }: { readonly hasDraft: boolean; readonly hasFreezes: boolean }) {
  return (
    <div className={styles.foot}>
      <ul className={styles.legend} aria-label="Legend">
        <li title="At most: the garden tells the bounds of pools. Nodes that are updated in place count as well.">
          Nodes that roll
        </li>
        {STEP_TEXTS.map((text, i) => (
          <li key={text}>
            <i className={styles.key}>
              <i className={styles.ink} data-step={i + 1} />
            </i>
            {text}
          </li>
        ))}
        {hasDraft ? (
          <li>
            <i className={styles.key}>
              <i className={styles.was} data-step={3} />
            </i>
            before the draft
          </li>
        ) : null}
        <li>
          <EventGlyph kind="forced" />
          forced
        </li>
        <li>
          <EventGlyph kind="auto" />
          auto
        </li>
        <li>
          <EventGlyph kind="fails" />
          fails
        </li>
        <li>
          <i className={styles.tailKey} />
          fails again every night
        </li>
        {hasFreezes ? (
          <li>
            <i className={styles.freezeKey} />
            freeze
          </li>
        ) : null}
      </ul>
    </div>
  )
}
