'use client'

import { type ReactNode, useId, useState } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import type { PlanAnswer } from '@/lib/contract/plan'
import { NO_PLAN, type Plan } from '@/lib/questions/cluster/browser/plan'
import { fieldName, movedProfileText, valueText } from '@/lib/words/plan'
import { countOf, DAY, dayText, ms } from '@/lib/words/time-text'
import { isThisEvening, windowClock, windowWords } from '@/lib/words/when'
import { nodesText } from '@/lib/words/wording'
import { Button } from '../../ui/button'
import { MomentField } from '../../ui/fields'
import { StageChip } from '../../ui/glyph'
import { Icon } from '../../ui/icon'
import {
  alikePoolsOf,
  type FormProps,
  plannedAt,
  presentOf,
  refusalText,
  refusedIn,
  wantedOf,
  withInstead,
  withValue,
} from './edited'
import { ChoiceField, fieldText } from './fields'
import styles from './form.module.css'
import { Maintenance } from './maintenance'
import { MoreOfCluster } from './more-fields'
import { Pool } from './pool'

/** What shall change: the control plane, each pool, the maintenance, and when. */
export function Form({ answer, plan, onChange }: FormProps): ReactNode {
  const count = plan.edits.length
  return (
    <section id="other-change" className={styles.form} aria-label="Plan" tabIndex={-1}>
      <div className="section-head">
        <h2>Plan</h2>
        <span className="faint">{count === 0 ? 'nothing is changed yet' : countOf(count, 'change')}</span>
        <span className="grow" />
        {(count > 0 || plan.on !== null) && (
          <Button look="quiet" small onClick={() => onChange(NO_PLAN)}>
            Reset
          </Button>
        )}
      </div>
      <Presets answer={answer} plan={plan} onChange={onChange} />
      {answer.profiles.length > 1 && (
        <Block
          title="Profile"
          note={`now ${valueText(presentOf(answer, PROFILE))}`}
          pool={null}
          form={{ answer, plan, onChange }}
          fields={/^spec\.cloudProfile$/}
        >
          {(refusedBy, notes) => (
            <>
              <ProfileChoice answer={answer} plan={plan} onChange={onChange} refusedBy={refusedBy(PROFILE.field)} />
              {notes}
            </>
          )}
        </Block>
      )}
      <Block
        title="Control plane"
        note={`now ${valueText(presentOf(answer, KUBERNETES))}`}
        pool={null}
        form={{ answer, plan, onChange }}
        fields={CONTROL_PLANE}
      >
        {(_, notes) => (
          <>
            <ControlPlane answer={answer} plan={plan} onChange={onChange} />
            {notes}
          </>
        )}
      </Block>
      <Pools answer={answer} plan={plan} onChange={onChange} />
      <Block title="Maintenance" pool={null} form={{ answer, plan, onChange }} fields={MAINTENANCE}>
        {(_, notes) => (
          <>
            <Maintenance answer={answer} plan={plan} onChange={onChange} />
            {notes}
          </>
        )}
      </Block>
      <Block title="Whole cluster" pool={null} form={{ answer, plan, onChange }} fields={CLUSTER}>
        {(refusedBy, notes) => (
          <>
            {notes}
            <MoreOfCluster answer={answer} plan={plan} onChange={onChange} refusedBy={refusedBy} />
          </>
        )}
      </Block>
      <div className={styles.block}>
        <When answer={answer} plan={plan} onChange={onChange} />
      </div>
    </section>
  )
}

/** Each pool; many that are alike fold into one row. */
function Pools(form: FormProps): ReactNode {
  const { answer, plan } = form
  const rows = alikePoolsOf(answer)
  return rows.map(({ title, names, first, all }) => {
    const blocks = all.map((pool) => (
      <Block
        key={pool.name}
        title={`Pool ${pool.name}`}
        note={nodesText(pool.nodes)}
        pool={pool.name}
        form={form}
        mayFold={rows.length > MANY_POOLS || all.length > 1}
      >
        {(refusedBy, notes) => <Pool pool={pool} {...form} refusedBy={refusedBy} notes={notes} />}
      </Block>
    ))
    if (all.length === 1) return blocks
    const isHere = ({ edit }: { edit: Plan['edits'][number] }) => 'pool' in edit && names.includes(edit.pool)
    const count = plan.edits.filter((edit) => isHere({ edit })).length
    const note = `${nodesText(first.nodes)} each${count === 0 ? '' : `, ${countOf(count, 'change')}`}`
    return (
      <Folding
        key={first.name}
        title={title}
        note={note}
        isChanged={count > 0}
        isRefused={refusedIn(answer, plan).some(isHere)}
      >
        {blocks}
      </Folding>
    )
  })
}

interface FoldingProps {
  readonly title: string
  readonly note: string | undefined
  /** What is changed is open at first, what is refused always. */
  readonly isChanged: boolean
  readonly isRefused: boolean
  readonly children: ReactNode
}

/** Fields that are drawn once they are opened. */
function Folding({ title, note, isChanged, isRefused, children }: FoldingProps): ReactNode {
  const [isOpen, setOpen] = useState(isChanged)
  const isShown = isOpen || isRefused
  return (
    <details
      className={styles.block}
      data-changed={isChanged || undefined}
      open={isShown}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <Heading title={title} note={note} />
      </summary>
      {isShown && children}
    </details>
  )
}

function Heading({ title, note }: { readonly title: string; readonly note: string | undefined }) {
  return (
    <h3>
      {title} {note === undefined ? null : <span className="faint">{note}</span>}
    </h3>
  )
}

/** More rows of pools than these are folded, each until it is changed. */
const MANY_POOLS = 6

const PROFILE = { pool: null, field: 'spec.cloudProfile' }
const KUBERNETES = { pool: null, field: 'spec.kubernetes.version' }
const CONTROL_PLANE = /^spec\.kubernetes\.version$/
const MAINTENANCE = /^spec\.maintenance\.(?:autoUpdate|timeWindow)/
const CLUSTER = /^(?:spec\.kubernetes\.kubelet|spec\.systemComponents|metadata)/

interface BlockProps {
  readonly title: string
  readonly note?: string
  readonly pool: string | null
  readonly form: FormProps
  /** Of the whole cluster: which fields stand here. */
  readonly fields?: RegExp
  readonly mayFold?: boolean
  /** Gets the ids of what says why a field is not allowed, and that: it stands with the fields, not below what unfolds. */
  readonly children: (refusedBy: (field: string) => string | undefined, notes: ReactNode) => ReactNode
}

/** Fields that belong together, what they were, and which changes the API server would refuse. */
function Block({ title, note, pool, form, fields = /./, mayFold = false, children }: BlockProps): ReactNode {
  const { answer, plan, onChange } = form
  const id = useId()
  const isHere = (edit: Plan['edits'][number]) =>
    ('pool' in edit ? edit.pool : null) === pool && fields.test(edit.field)
  const edits = plan.edits.filter(isHere)
  const refused = refusedIn(answer, plan).filter(({ edit }) => isHere(edit))
  const was = edits.map(
    (edit) => `${fieldName(edit.field)} was ${valueText(presentOf(answer, { pool, field: edit.field }))}`,
  )
  const notes = (
    <>
      {was.length > 0 && <p className="faint small">{was.join(', ')}</p>}
      {refused.map(({ edit, outcome }) => (
        <div key={edit.field} id={`${id}-${edit.field}`} className="callout" data-bad role="alert">
          <p>
            <Icon name="stop" /> <b className="bad">Not allowed.</b> {refusalText({ edit, outcome })}
          </p>
          <div className="bar">
            <Button small onClick={() => onChange(withInstead(plan, edit, null))}>
              Keep {valueText(presentOf(answer, { pool, field: edit.field }))}
            </Button>
            {outcome.instead === null ? null : (
              <Button small onClick={() => onChange(withInstead(plan, edit, outcome.instead))}>
                Take {valueText(outcome.instead.value)}
              </Button>
            )}
          </div>
        </div>
      ))}
    </>
  )
  const content = children(
    (field) => (refused.some(({ edit }) => edit.field === field) ? `${id}-${field}` : undefined),
    notes,
  )
  const isChanged = edits.length > 0
  if (mayFold)
    return (
      <Folding title={title} note={note} isChanged={isChanged} isRefused={refused.length > 0}>
        {content}
      </Folding>
    )
  return (
    <div className={styles.block} data-changed={isChanged || undefined}>
      <Heading title={title} note={note} />
      {content}
    </div>
  )
}

/** Plans that many owners want, to begin with: what is planned already is replaced. */
function Presets({ answer, plan, onChange }: FormProps): ReactNode {
  return (
    <details className={styles.more} data-control open={plan.edits.length === 0 || undefined}>
      <summary>Begin with</summary>
      <ul className={styles.presets}>
        {answer.presets.map(({ key, name, text, edits, on }) => (
          <li key={key}>
            <Button small disabled={edits.length === 0} onClick={() => onChange({ edits, on })}>
              {name}
            </Button>
            <span className="small muted">{text}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const PLACE = { pool: null, field: 'spec.kubernetes.version' }

/** The versions that the control plane may go to, and the next one that it may not. */
/** Where the cluster may be: within the hierarchy of its profile. What is not compared is said, with what comes of it. */
function ProfileChoice({
  answer,
  plan,
  onChange,
  refusedBy,
}: FormProps & { readonly refusedBy: string | undefined }): ReactNode {
  const now = useNow()
  const { profiles } = answer
  const wanted = fieldText('profile', wantedOf(answer, plan, PROFILE))
  const isMoved = plannedAt(plan, PROFILE) !== undefined
  return (
    <>
      <ChoiceField
        label="Profile"
        value={wanted}
        groups={[
          {
            label: null,
            options: profiles.map((one) => ({
              value: fieldText('profile', one),
              text: one.kind === 'CloudProfile' ? one.name : `${one.name}, of this project`,
            })),
          },
        ]}
        isChanged={isMoved}
        refusedBy={refusedBy}
        onChange={(text) => {
          const chosen = profiles.find((one) => fieldText('profile', one) === text)
          if (chosen !== undefined) onChange(withValue(answer, plan, PROFILE, chosen))
        }}
      />
      {isMoved && refusedBy === undefined && <p className="muted small">{movedProfileText(answer, now)}</p>}
    </>
  )
}

function ControlPlane({ answer, plan, onChange }: FormProps): ReactNode {
  const name = useId()
  const wanted = wantedOf(answer, plan, PLACE)
  const free = answer.kubernetes.filter(({ refusal }) => refusal === null)
  const refused = answer.kubernetes.filter(({ refusal }) => refusal !== null)
  const lowest = minorOf(refused.at(-1)?.value)
  const nearest = refused.find(({ value }) => minorOf(value) === lowest)
  const picked = refused.find(({ value }) => value === wanted)
  const shown = [
    ...(nearest === undefined ? [] : [nearest]),
    ...(picked === undefined || picked === nearest ? [] : [picked]),
    ...free,
  ]
  const further = refused.filter((choice) => !shown.includes(choice)).map(({ value }) => value)
  const zone = answer.shoot.nextWindow.offset
  return (
    <fieldset className={styles.radios} aria-label="Control plane version">
      {shown.map((choice) => (
        <label key={String(choice.value)} data-off={choice.refusal !== null || undefined}>
          <input
            type="radio"
            name={name}
            checked={choice.value === wanted}
            disabled={choice.refusal !== null && choice.value !== wanted}
            onChange={() => onChange(withValue(answer, plan, PLACE, choice.value))}
          />
          <b>{String(choice.value)}</b>
          {choice.stage === null ? <span /> : <StageChip stage={choice.stage} />}
          <span className="small muted">{choiceWords(choice, (at) => dayText(at, zone))}</span>
        </label>
      ))}
      {further.length > 0 && <p className="faint small">{further.join(', ')}: not allowed either</p>}
    </fieldset>
  )
}

function minorOf(version: unknown): string {
  return String(version).split('.').slice(0, 2).join('.')
}

const EFFECTS = {
  rolling: 'nodes roll',
  inPlace: 'nodes are updated in place',
  kubeletRestart: 'kubelets restart',
  none: 'no node is touched',
} as const

function choiceWords(
  { refusal, expires, effect, isPresent }: PlanAnswer['kubernetes'][number],
  day: (at: string) => string,
): string {
  if (refusal !== null) return `not allowed: ${refusal.replace(/^[A-Z][a-z ]+: /, '')}`
  const until = expires === null ? 'no expiry set' : `until ${day(expires)}`
  return `${until}, ${isPresent ? 'no change' : EFFECTS[effect]}`
}

const WINDOW_PLACE = { pool: null, field: 'spec.maintenance.confineSpecUpdateRollout' }

/** When it is rolled out: in the window, at once, or from another day on. */
function When({ answer, plan, onChange }: FormProps): ReactNode {
  const name = useId()
  const now = useNow()
  const zone = useZone()
  const { nextWindow } = answer.shoot
  const isConfined = wantedOf(answer, plan, WINDOW_PLACE) === true
  const chosen = plan.on !== null ? 'day' : isConfined ? 'window' : 'once'
  const night = isThisEvening(nextWindow, now) ? `tonight ${windowClock(nextWindow)}` : windowWords(nextWindow, now)
  const options = [
    {
      key: 'window',
      text: `In the next window, ${night}`,
      note: 'confineSpecUpdateRollout',
      pick: () => onChange({ ...withValue(answer, plan, WINDOW_PLACE, true), on: null }),
    },
    {
      key: 'once',
      text: 'At once, when the patch is sent',
      note: '',
      pick: () =>
        onChange({
          ...withValue(answer, plan, WINDOW_PLACE, presentOf(answer, WINDOW_PLACE) === null ? null : false),
          on: null,
        }),
    },
    {
      key: 'day',
      text: 'On a day I choose',
      note: 'a calendar entry with the patch',
      pick: () => onChange({ ...plan, on: plan.on ?? onWire(ms(nextWindow.begin) + 7 * DAY) }),
    },
  ]
  return (
    <>
      <h3>When</h3>
      <fieldset className={styles.radios} aria-label="When" data-plain>
        {options.map(({ key, text, note, pick }) => (
          <label key={key}>
            <input type="radio" name={name} checked={chosen === key} onChange={pick} />
            <span>
              {text} <span className="faint">{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {plan.on !== null && (
        <MomentField label="Sent on" value={plan.on} zone={zone} onChange={(on) => onChange({ ...plan, on })} />
      )}
    </>
  )
}
