'use client'

import { useQuery } from '@tanstack/react-query'
import { useMoment } from '@/lib/browser/clock'
import type { ShootAnswer } from '@/lib/contract/clusters'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import type { NamespacedName } from '@/lib/engine/types'
import type { InPlaceAnswer } from '@/lib/questions/cluster/contract/maintenance'
import { clusterQueries } from '@/lib/questions/queries'
import { alikeRows } from '@/lib/words/alike-pools'
import { plural, shortList } from '@/lib/words/phrases'
import { countOf, durationText } from '@/lib/words/time-text'
import { nodesText } from '@/lib/words/wording'
import { CommandBlock } from '../../ui/copy'
import { RowTable } from '../../ui/data-table'
import { Answered } from '../../ui/error-part'
import { Icon } from '../../ui/icon'
import { Tag } from '../../ui/parts'
import { Fold, Section } from '../../ui/section'
import { Act } from '../act/act'
import styles from './maintenance.module.css'

type InPlacePool = InPlaceAnswer['pools'][number]

interface InPlacePartProps {
  readonly shoot: NamespacedName
  readonly answer: ShootAnswer
}

/** How the pools of a cluster are updated, and which wait. Where no pool is updated in place, few want to know: it is folded. */
export function InPlacePart({ shoot, answer: { mayEdit, shoot: row, pending } }: InPlacePartProps) {
  if (row.pools.length === 0) return null
  const body = <Body shoot={shoot} mayEdit={mayEdit} />
  const isInPlace = pending.length > 0 || row.pools.some(({ updateStrategy }) => updateStrategy !== 'AutoRollingUpdate')
  return isInPlace ? body : <Fold summary="No pool is updated in place: what each may be switched to">{body}</Fold>
}

interface BodyProps {
  readonly shoot: NamespacedName
  /** Whether the user may change the cluster. */
  readonly mayEdit: boolean
}

function Body({ shoot, mayEdit }: BodyProps) {
  const query = useQuery(clusterQueries.inPlace(shoot, useMoment()))
  return <Answered query={query}>{(answer) => <InPlace shoot={shoot} mayEdit={mayEdit} answer={answer} />}</Answered>
}

function InPlace({ shoot, mayEdit, answer }: BodyProps & { readonly answer: InPlaceAnswer }) {
  const { pools, constraint, gate, fixed, blockedOperations, force } = answer
  const inPlace = pools.filter((pool) => pool.inPlace)
  const waiting = pools.filter(({ pending }) => pending).map(({ name }) => name)
  const isPending = waiting.length > 0
  const others = [...inPlace, ...pools.filter((pool) => !pool.inPlace)].filter(({ pending }) => !pending)
  const parts = (some: readonly InPlacePool[]) => <PoolParts shoot={shoot} mayEdit={mayEdit} pools={some} />
  return (
    <Section
      title="In place"
      note={
        <>
          {inPlace.length === 0
            ? 'No pool is updated in place.'
            : `${countOf(inPlace.length, 'pool')} of ${pools.length} ${plural(inPlace.length, 'is', 'are')} updated in place. `}
          {isPending ? (
            <span className="bad">
              {shortList(waiting)} {plural(waiting.length, 'is', 'are')} pending.
            </span>
          ) : inPlace.length > 0 ? (
            'None is pending.'
          ) : null}
        </>
      }
    >
      <div className="lines note">
        {parts(pools.filter(({ pending }) => pending))}
        {isPending && others.length > 0 ? (
          <Fold summary={`${countOf(others.length, 'pool')} ${plural(others.length, 'is', 'are')} not pending`}>
            {parts(others)}
          </Fold>
        ) : (
          parts(others)
        )}
      </div>
      <Fold summary="Only if nodes are broken: force a change">
        <CommandBlock text={force.command}>
          <p>{force.text}</p>
        </CommandBlock>
        <ActOn shoot={shoot} mayEdit={mayEdit} edits={force.edits} />
      </Fold>
      <Fold summary="What Gardener says of it, and what is fixed meanwhile">
        <div className={`note ${styles.beside}`}>
          <section aria-label="ManualInPlaceWorkersUpdated">
            <h3>ManualInPlaceWorkersUpdated</h3>
            {constraint === null ? (
              <p>Not in status.constraints: no pool that is updated by hand is pending.</p>
            ) : (
              <>
                <p>
                  <Icon name={constraint.status === 'True' ? 'check' : 'warning'} /> <b>{constraint.status}</b>{' '}
                  {constraint.reason}
                </p>
                <p>{constraint.message}</p>
              </>
            )}
            <p className="faint">Reconciliations succeed all the same while it is False.</p>
          </section>
          {blockedOperations.length === 0 ? null : (
            <section aria-label="Operations that wait">
              <h3>Operations that cannot start now</h3>
              <p className="mono">{blockedOperations.join(', ')}</p>
            </section>
          )}
          <section aria-label="What is fixed">
            <h3>Fixed while updated in place</h3>
            <p>
              Another value of these takes a new pool; node-local DNS cannot be switched where nodes would be replaced
              for it.
            </p>
            <p className="mono">{fixed.join(', ')}</p>
          </section>
          <section aria-label="Feature gate">
            <h3>Feature gate</h3>
            <p>{gate}</p>
          </section>
        </div>
      </Fold>
    </Section>
  )
}

interface PoolPartsProps extends BodyProps {
  readonly pools: readonly InPlacePool[]
}

/** One part for each; those of which the same is told are folded into one. */
function PoolParts({ pools, ...rest }: PoolPartsProps) {
  return alikeRows(pools, ({ name }) => name, likeness).map(({ first, title, all }) => {
    const parts = all.map((pool) => <PoolPart key={pool.name} {...rest} pool={pool} />)
    return all.length === 1 ? (
      parts
    ) : (
      <Fold key={first.name} summary={`${title}, ${first.strategy}`}>
        {parts}
      </Fold>
    )
  })
}

/** A value that is the same for pools about which the same is told, apart from their names. */
function likeness({ strategy, image, nodes, pendingText, switches }: InPlacePool): unknown {
  return [strategy, image, nodes, pendingText, switches.map(({ to, allowed, text }) => [to, allowed, text])]
}

/** The button that applies edits; nothing if there are none. */
function ActOn({ edits, ...shoot }: BodyProps & { readonly edits: readonly PlannedEdit[] }) {
  return edits.length === 0 ? null : <Act {...shoot} edits={edits} look="quiet" small />
}

function PoolPart({ shoot, mayEdit, pool }: BodyProps & { readonly pool: InPlacePool }) {
  const { name, strategy, text, nodes, image, pending, pendingText, switches, targets, commands, inPlace } = pool
  return (
    <section aria-label={`Pool ${name}`} data-pending={pending || undefined}>
      <div className="section-head">
        <h3>{name}</h3>
        <Tag>{strategy}</Tag>
        <span className="faint">
          {nodesText(nodes)}
          {image === null ? '' : `, ${image.name} ${image.version}`}
        </span>
      </div>
      <p>{text}</p>
      {inPlace ? (
        <p>
          {pending ? <Icon name="warning" className="warn" /> : null} {pendingText}
        </p>
      ) : null}
      <p className="faint">
        {pool.milliseconds === null
          ? 'An update takes as long as nodes wait to be selected'
          : `An update takes at most ${durationText(pool.milliseconds)}`}{' '}
        (<code>{pool.figure}</code>).
      </p>
      {commands.length === 0 ? null : (
        <ol className={styles.steps} aria-label={`What to do for ${name}, with the kubeconfig of the cluster`}>
          {commands.map(({ title, text: what, command }) => (
            <li key={title}>
              <CommandBlock title={title} text={command}>
                <p>{what}</p>
              </CommandBlock>
            </li>
          ))}
        </ol>
      )}
      <Fold
        summary={
          targets.length === 0 ? 'What it may be switched to' : 'What it may be switched to, and where its image can go'
        }
        isOpen={!inPlace}
      >
        <ul className={styles.switches}>
          {switches.map(({ to, allowed, text: why, command, edits }) => (
            <li key={to} className="signed">
              <Icon name={allowed ? 'check' : 'close'} className={allowed ? 'good' : 'faint'} />
              {command === null ? (
                <div>
                  <b>{to}</b>
                  <p>{why}</p>
                </div>
              ) : (
                <div>
                  <CommandBlock title={to} text={command}>
                    <p>{why}</p>
                  </CommandBlock>
                  <ActOn shoot={shoot} mayEdit={mayEdit} edits={edits} />
                </div>
              )}
            </li>
          ))}
        </ul>
        {targets.length === 0 ? null : (
          <>
            <h4>Where its image can go in place</h4>
            <RowTable scroll={`Image versions for ${name}`} className="dense" heads={['Version', 'In place']}>
              {targets.map(({ version, fits, text: why }) => (
                <tr key={version}>
                  <th scope="row">{version}</th>
                  <td className={fits ? undefined : 'faint'}>{why}</td>
                </tr>
              ))}
            </RowTable>
          </>
        )}
      </Fold>
    </section>
  )
}
