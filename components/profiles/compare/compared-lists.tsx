import { type ReactNode, useId } from 'react'
import { profilePage } from '@/lib/browser/paths'
import type { CompareAnswer } from '@/lib/questions/profiles/contract'
import { type ComparedList, countsText, namesOf, onlyIn } from '@/lib/words/compare'
import { countOf } from '@/lib/words/time-text'
import { lookSigns } from '../../timeline/parts'
import { chartMark } from '../../ui/chart-mark'
import { Link } from '../../ui/link'
import { Legend } from '../../ui/parts'
import { imageColumns, kubernetesColumns } from '../fact-columns'
import styles from './compare.module.css'
import { ComparedTable, looksIn, type TimeProps } from './compared-table'

interface ComparedListsProps extends TimeProps {
  readonly answer: CompareAnswer
  /** Those of the answer, with the versions that are shown. */
  readonly lists: readonly ComparedList[]
}

/** Kubernetes, then each image: a table with both lives of a version above each other, or one line where there is nothing to show. */
export function ComparedLists({ answer, lists, ...time }: ComparedListsProps): ReactNode {
  return lists.map(({ what, versions }, place) => {
    const list = answer.lists[place]
    return list && <ListPart key={what} answer={answer} list={list} shown={versions} time={time} />
  })
}

/** Narrower than beside one profile, as there are two columns more; what differs is bold, and still has room. */
const IMAGE_WIDTHS: Readonly<Record<string, number>> = {
  stage: 116,
  architectures: 92,
  cri: 116,
  kubelet: 68,
  'in-place': 106,
  clusters: 78,
}
const IMAGE_COLUMNS = imageColumns.map((column) => ({ ...column, width: IMAGE_WIDTHS[column.key] ?? column.width }))

interface ListPartProps {
  readonly answer: CompareAnswer
  readonly list: ComparedList
  readonly shown: ComparedList['versions']
  readonly time: TimeProps
}

function ListPart({ answer, list, shown, time }: ListPartProps): ReactNode {
  const id = useId()
  const names = namesOf(answer)
  const { what, versions, updateStrategies } = list
  const only = onlyIn(list)
  if (versions.length === 0) return null
  const isDrawn = only === null && shown.length > 0
  const isOtherStrategy = only === null && updateStrategies.a !== updateStrategies.b
  return (
    <section
      aria-labelledby={id}
      className={styles.list}
      {...(isDrawn ? chartMark(`${what} versions of ${names.a} and ${names.b}`, time.range) : {})}
    >
      <div className="section-head bar">
        <h2 id={id}>{what}</h2>
        <span className="faint">
          {only === null ? (
            countsText(list)
          ) : (
            <>
              only{' '}
              <Link
                className="link underlined"
                href={`${profilePage(answer[only].ref)}?tab=${encodeURIComponent(what)}`}
              >
                {names[only]}
              </Link>{' '}
              has it, in {countOf(versions.length, 'version')}
            </>
          )}
          {isOtherStrategy &&
            `; updateStrategy ${updateStrategies.a} in ${names.a}, ${updateStrategies.b} in ${names.b}`}
        </span>
        {isDrawn && <span className="grow" />}
        {isDrawn && <Legend items={lookSigns([...looksIn([{ ...list, versions: shown }]), 'expiry'])} />}
      </div>
      {isDrawn && (
        <ComparedTable
          {...time}
          name={`${what} versions of ${names.a} and ${names.b}`}
          answer={answer}
          what={what}
          versions={shown}
          columns={what === 'Kubernetes' ? kubernetesColumns : IMAGE_COLUMNS}
        />
      )}
    </section>
  )
}
