'use client'

import { type ReactNode, useId } from 'react'
import { useNow, useZone } from '@/lib/browser/clock'
import { onWire } from '@/lib/contract/dates'
import type { PlanAnswer } from '@/lib/contract/plan'
import { type ClusterPlan, NO_PLAN } from '@/lib/questions/cluster/browser/plan-address'
import { fieldName, movedProfileText, planValueText } from '@/lib/words/plan'
import { countOf, DAY, dayText, ms } from '@/lib/words/time-text'
import { windowWords } from '@/lib/words/when'
import { nodesText } from '@/lib/words/wording'
import { Button } from '../../ui/button'
import { MomentField } from '../../ui/fields'
import { StageChip } from '../../ui/glyph'
import { Icon } from '../../ui/icon'
import { Fold, Section } from '../../ui/section'
import {
  alikePoolsOf,
  type FormProps,
  placeOf,
  plannedAt,
  presentOf,
  refusalText,
  refusedIn,
  wantedOf,
  withInstead,
  withValue,
} from './edited'
import { FormContext, fieldText, Notes, PlanField, usePlanForm } from './fields'
import { Maintenance } from './maintenance'
import { FieldsOf } from './more-fields'
import styles from './plan.module.css'
import { Pool } from './pool'

/** What shall change: the control plane, each pool, the maintenance, and when. */
export function Form(form: FormProps): ReactNode {
  const { answer, plan, onChange } = form
  const count = plan.edits.length
  return (
    <Section
      id="other-change"
      tabIndex={-1}
      title="Plan"
      note={count === 0 ? 'nothing is changed yet' : countOf(count, 'change')}
      actions={
        (count > 0 || plan.on !== null) && (
          <Button look="quiet" small onClick={() => onChange(NO_PLAN)}>
            Reset
          </Button>
        )
      }
    >
      <FormContext value={{ ...form, refusedBy: () => undefined, notes: null }}>
        <Presets />
        {answer.profiles.length > 1 && (
          <Block
            title="Profile"
            note={`now ${planValueText(presentOf(answer, PROFILE))}`}
            fields={/^spec\.cloudProfile$/}
          >
            <ProfileChoice />
            <Notes />
          </Block>
        )}
        <Block
          title="Control plane"
          note={`now ${planValueText(presentOf(answer, KUBERNETES))}`}
          fields={/^spec\.kubernetes\.version$/}
        >
          <ControlPlane />
          <Notes />
        </Block>
        <Pools />
        <Block title="Maintenance" fields={/^spec\.maintenance\.(?:autoUpdate|timeWindow)/}>
          <Maintenance />
          <Notes />
        </Block>
        <Block title="Whole cluster" fields={/^(?:spec\.kubernetes\.kubelet|spec\.systemComponents|metadata)/}>
          <Notes />
          <FieldsOf
            label="More of the whole cluster"
            pool={null}
            isAbove={(field) => field.startsWith('spec.maintenance.') || field === KUBERNETES.field}
            choices={answer.offered}
          />
        </Block>
        <div className={styles.block}>
          <When />
        </div>
      </FormContext>
    </Section>
  )
}

/** All pools; many that are alike fold into one row. */
function Pools(): ReactNode {
  const { answer, plan } = usePlanForm()
  const rows = alikePoolsOf(answer)
  return rows.map(({ title, names, first, all }) => {
    const blocks = all.map((pool) => (
      <Block
        key={pool.name}
        title={`Pool ${pool.name}`}
        note={nodesText(pool.nodes)}
        pool={pool.name}
        mayFold={rows.length > MANY_POOLS || all.length > 1}
      >
        <Pool pool={pool} />
      </Block>
    ))
    if (all.length === 1) return blocks
    const isHere = ({ edit }: { edit: ClusterPlan['edits'][number] }) => 'pool' in edit && names.includes(edit.pool)
    const count = plan.edits.filter((edit) => isHere({ edit })).length
    const note = `${nodesText(first.nodes)} each${count === 0 ? '' : `, ${countOf(count, 'change')}`}`
    return (
      <Fold
        key={first.name}
        className={styles.block}
        data-changed={count > 0 || undefined}
        summary={<Heading title={title} note={note} />}
        isOpen={count > 0}
        mustOpen={refusedIn(answer, plan).some(isHere)}
      >
        {blocks}
      </Fold>
    )
  })
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

interface BlockProps {
  readonly title: string
  readonly note?: string
  /** Left out: what belongs to the whole cluster. */
  readonly pool?: string
  /** For the whole cluster: which fields are shown here. */
  readonly fields?: RegExp
  readonly mayFold?: boolean
  readonly children: ReactNode
}

/** Fields that belong together, what they were, and which changes the API server would refuse. */
function Block({ title, note, pool: name, fields = /./, mayFold = false, children }: BlockProps): ReactNode {
  const form = usePlanForm()
  const { answer, plan, onChange } = form
  const pool = name ?? null
  const id = useId()
  const isHere = (edit: ClusterPlan['edits'][number]) => placeOf(edit).pool === pool && fields.test(edit.field)
  const edits = plan.edits.filter(isHere)
  const refused = refusedIn(answer, plan).filter(({ edit }) => isHere(edit))
  const was = edits.map(
    (edit) => `${fieldName(edit.field)} was ${planValueText(presentOf(answer, { pool, field: edit.field }))}`,
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
              Keep {planValueText(presentOf(answer, { pool, field: edit.field }))}
            </Button>
            {outcome.instead === null ? null : (
              <Button small onClick={() => onChange(withInstead(plan, edit, outcome.instead))}>
                Take {planValueText(outcome.instead.value)}
              </Button>
            )}
          </div>
        </div>
      ))}
    </>
  )
  const refusedBy = (field: string) => (refused.some(({ edit }) => edit.field === field) ? `${id}-${field}` : undefined)
  const content = <FormContext value={{ ...form, refusedBy, notes }}>{children}</FormContext>
  const isChanged = edits.length > 0
  const heading = <Heading title={title} note={note} />
  const look = { className: styles.block, 'data-changed': isChanged || undefined }
  // What is changed is open at first, what is refused always.
  if (mayFold)
    return (
      <Fold {...look} summary={heading} isOpen={isChanged} mustOpen={refused.length > 0}>
        {content}
      </Fold>
    )
  return (
    <div {...look}>
      {heading}
      {content}
    </div>
  )
}

/** Plans that many owners want, to begin with: what is planned already is replaced. */
function Presets(): ReactNode {
  const { answer, onChange } = usePlanForm()
  return (
    <Fold data-control summary="Begin with">
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
    </Fold>
  )
}

/** The choice of the profile within the hierarchy of the cluster's own. It says what is not compared, and what follows. */
function ProfileChoice(): ReactNode {
  const now = useNow()
  const { answer, plan, refusedBy } = usePlanForm()
  const isMoved = plannedAt(plan, PROFILE) !== undefined
  return (
    <>
      <PlanField
        {...PROFILE}
        label="Profile"
        kind="profile"
        options={answer.profiles.map((one) => ({
          value: fieldText('profile', one),
          text: one.kind === 'CloudProfile' ? one.name : `${one.name}, of this project`,
        }))}
      />
      {isMoved && refusedBy(PROFILE.field) === undefined && (
        <p className="muted small">{movedProfileText(answer, now)}</p>
      )}
    </>
  )
}

/** The versions that the control plane may go to, and the next one that it may not. */
function ControlPlane(): ReactNode {
  const { answer, plan, onChange } = usePlanForm()
  const name = useId()
  const wanted = wantedOf(answer, plan, KUBERNETES)
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
            onChange={() => onChange(withValue(answer, plan, KUBERNETES, choice.value))}
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
function When(): ReactNode {
  const { answer, plan, onChange } = usePlanForm()
  const name = useId()
  const now = useNow()
  const zone = useZone()
  const { nextWindow } = answer.shoot
  const isConfined = wantedOf(answer, plan, WINDOW_PLACE) === true
  const chosen = plan.on !== null ? 'day' : isConfined ? 'window' : 'once'
  const night = windowWords(nextWindow, now)
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
