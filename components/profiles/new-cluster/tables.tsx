import type { ReactNode } from 'react'
import type { Zone } from '@/lib/contract/zone'
import type { NewClusterAnswer } from '@/lib/questions/profiles/contract/new-cluster'
import {
  type ImageRow,
  imageWhy,
  inactiveText,
  machineTypesText,
  type NewClusterSpan,
  spanOn,
  typeText,
} from '@/lib/words/new-cluster'
import { RowTable } from '../../ui/data-table'
import { StageChip, StageGlyph } from '../../ui/glyph'
import { Icon } from '../../ui/icon'
import { Tag } from '../../ui/parts'
import { Section } from '../../ui/section'
import styles from './new-cluster.module.css'

interface PartProps {
  readonly answer: NewClusterAnswer
  readonly numbers: ReadonlyMap<number, NumberedRefusal>
  readonly date: number
  readonly dateText: string
}

interface ImagesPartProps extends PartProps {
  readonly rows: readonly ImageRow[]
  /** The image whose versions are rows too. */
  readonly opened: string | null
  readonly zone: Zone
  readonly onOpen: (image: string) => void
}

/** What each way to write an image gives a pool of the chosen machine type. */
export function ImagesPart(props: ImagesPartProps): ReactNode {
  const { answer, rows, opened, numbers, date, dateText, zone, onOpen } = props
  return (
    <Section
      title="Machine image"
      note={
        <>
          for {answer.asked.machineType}, {answer.asked.architecture}, {dateText}
        </>
      }
    >
      <RowTable
        scroll="Images to write, and what they give"
        className={`prose rows ${styles.images}`}
        heads={['You write', 'You get', 'Why']}
      >
        {rows.map((row) => {
          const span = spanOn(row.spans, date)
          return (
            <tr key={`${row.image}/${row.version}`}>
              <th scope="row">
                {row.image === null ? (
                  <i>left empty</i>
                ) : row.version === null && row.image !== opened ? (
                  <button
                    type="button"
                    className="link"
                    title={`Show the versions of ${row.image}`}
                    onClick={() => row.image !== null && onOpen(row.image)}
                  >
                    {row.image}
                  </button>
                ) : (
                  <span>
                    <b>{row.image}</b> {row.version}
                  </span>
                )}{' '}
                <small className="faint tiny">
                  {row.image === null ? '' : row.version === null ? 'name only' : row.form}
                </small>
              </th>
              <td>
                <Got span={span} named={row.image === null} numbers={numbers} />
              </td>
              <td className="muted">{span?.got ? imageWhy(row, date, zone) : span?.defaulted}</td>
            </tr>
          )
        })}
      </RowTable>
    </Section>
  )
}

/** What each image gives without a version, per kind of machine. */
export function TypesPart({ answer, numbers, date, dateText }: PartProps): ReactNode {
  return (
    <Section title="Per machine type and architecture" note={<>image version left empty, {dateText}</>}>
      <RowTable
        scroll="Machine types and what they get"
        className="prose rows"
        heads={[
          'Machine types',
          'Image left empty',
          ...(answer.types[0]?.cells ?? []).flatMap(({ image: name }) => name ?? []),
        ]}
      >
        {answer.types.map((type) => (
          <tr key={type.names[0]}>
            <th scope="row">
              <b>{typeText(type)}</b>{' '}
              <small className="faint tiny" title={type.names.join(', ')}>
                {machineTypesText(type.names)}
              </small>
            </th>
            {type.cells.map((cell) => (
              <td key={cell.image ?? ''} data-label={cell.image ?? 'left empty'}>
                <Got span={spanOn(cell.spans, date)} named={cell.image === null} numbers={numbers} />
              </td>
            ))}
          </tr>
        ))}
      </RowTable>
    </Section>
  )
}

interface GotProps {
  readonly span: NewClusterSpan | undefined
  /** If refusals have numbers the stage is a sign only; `named`: with the image before the version. */
  readonly numbers?: ReadonlyMap<number, NumberedRefusal>
  readonly named?: boolean
}

/** A version with its stage, or that it is refused. */
export function Got({ span, numbers, named = false }: GotProps): ReactNode {
  if (!span?.got) {
    const number = span?.refusal == null ? undefined : numbers?.get(span.refusal)?.number
    return (
      <span className={`bad nowrap ${styles.got}`}>
        <Icon name="stop" /> refused {number !== undefined && <Tag>{number}</Tag>}
      </span>
    )
  }
  const { version, stage, image } = span.got
  if (numbers === undefined)
    return (
      <span className={`nowrap ${styles.got}`}>
        <b>{version}</b> <StageChip stage={stage} />
      </span>
    )
  return (
    <span className="nowrap">
      <StageGlyph stage={stage} named /> {named && `${image} `}
      <b>{version}</b>
    </span>
  )
}

/** Why what is written is refused on a day, in the order in which a reader meets it. */
export function Refusals({ answer, numbers, dateText }: Omit<PartProps, 'date'>): ReactNode {
  if (numbers.size === 0) return null
  return (
    <Section
      title="Refusals, in the API server’s words"
      note={<>{dateText}, with a cluster named new</>}
      className={styles.refusals}
    >
      <ol className={styles.pair}>
        {[...numbers].map(([place, { number, of, defaulted }]) => {
          const refusal = answer.refusals[place]
          if (refusal === undefined) return null
          return (
            <li key={place}>
              <Tag>{number}</Tag>
              <div>
                <p>
                  <b>{[...of].join('; ')}</b>
                  {defaulted.size > 0 && <> Defaulted, then refused: {[...defaulted].join('; ')}.</>}
                  {!refusal.verbatim && <span className="faint"> In our words:</span>}
                </p>
                <blockquote className={`note ${styles.quote}`}>{refusal.text}</blockquote>
              </div>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

interface NumberedRefusal {
  readonly number: number
  /** What is written where it is the answer. */
  readonly of: Set<string>
  /** Why what was filled in is refused, where no row says it. */
  readonly defaulted: Set<string>
}

/** The refusals of the day by their place, numbered in the order in which a reader meets them. */
export function numbersOf(
  { images, types }: NewClusterAnswer,
  date: number,
  zone: Zone,
): ReadonlyMap<number, NumberedRefusal> {
  const numbers = new Map<number, NumberedRefusal>()
  const told = new Set<string | null>()
  const meet = (name: string, spans: readonly NewClusterSpan[]) => {
    const span = spanOn(spans, date)
    if (span === undefined || span.refusal === null) return
    const known = numbers.get(span.refusal) ?? { number: numbers.size + 1, of: new Set(), defaulted: new Set() }
    const inactive = inactiveText(span, zone)
    known.of.add(inactive === '' ? name : `${name}, ${inactive}`)
    if (span.defaulted !== null && !told.has(span.defaulted)) known.defaulted.add(span.defaulted)
    numbers.set(span.refusal, known)
  }
  // The row of an image says that itself.
  for (const { spans } of images) told.add(spanOn(spans, date)?.defaulted ?? null)
  for (const { image, version, spans } of images)
    meet([image ?? 'left empty', version].filter(Boolean).join(' '), spans)
  for (const type of types)
    for (const { image, spans } of type.cells) meet(`${image ?? 'left empty'} on ${typeText(type)}`, spans)
  return numbers
}
