import type { ReactNode } from 'react'
import type { Zone } from '@/lib/contract/zone'
import type { NewClusterAnswer } from '@/lib/questions/profiles/contract/new-cluster'
import { type ImageRow, imageWhy, namesText, spanOn, typeText } from '@/lib/words/new-cluster'
import { DataTable } from '../../ui/data-table'
import { Scroll } from '../../ui/scroll'
import { Got } from './got'
import styles from './new-cluster.module.css'
import type { Numbered } from './refusals'

interface PartProps {
  readonly answer: NewClusterAnswer
  readonly numbers: ReadonlyMap<number, Numbered>
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
    <section aria-labelledby="images">
      <div className="section-head">
        <h2 id="images">Machine image</h2>
        <span className="faint">
          for {answer.asked.machineType}, {answer.asked.architecture}, {dateText}
        </span>
      </div>
      <Scroll label="Images to write, and what they give">
        <DataTable className={`${styles.table} ${styles.images}`} heads={['You write', 'You get', 'Why']}>
          <tbody>
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
                        className={`link ${styles.plain}`}
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
                    <small>{row.image === null ? '' : row.version === null ? 'name only' : row.form}</small>
                  </th>
                  <td>
                    <Got span={span} named={row.image === null} numbers={numbers} />
                  </td>
                  <td className="muted">{span?.got ? imageWhy(row, date, zone) : span?.defaulted}</td>
                </tr>
              )
            })}
          </tbody>
        </DataTable>
      </Scroll>
    </section>
  )
}

/** What each image gives without a version, per kind of machine. */
export function TypesPart({ answer, numbers, date, dateText }: PartProps): ReactNode {
  return (
    <section aria-labelledby="types">
      <div className="section-head">
        <h2 id="types">Per machine type and architecture</h2>
        <span className="faint">image version left empty, {dateText}</span>
      </div>
      <Scroll label="Machine types and what they get">
        <DataTable
          className={`${styles.table} ${styles.types}`}
          heads={[
            'Machine types',
            'Image left empty',
            ...(answer.types[0]?.cells ?? []).flatMap(({ image: name }) => name ?? []),
          ]}
        >
          <tbody>
            {answer.types.map((type) => (
              <tr key={type.names[0]}>
                <th scope="row">
                  <b>{typeText(type)}</b>
                  <small title={type.names.join(', ')}>{namesText(type.names)}</small>
                </th>
                {type.cells.map((cell) => (
                  <td key={cell.image ?? ''} data-label={cell.image ?? 'left empty'}>
                    <Got span={spanOn(cell.spans, date)} named={cell.image === null} numbers={numbers} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </DataTable>
      </Scroll>
    </section>
  )
}
