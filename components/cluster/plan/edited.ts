import type { PlanAnswer, PlanChoice } from '@/lib/contract/plan'
import type { PlannedEdit } from '@/lib/contract/planned-edit'
import type { ClusterPlan } from '@/lib/questions/cluster/browser/plan-address'
import { alikeRows } from '@/lib/words/alike-pools'

/** What every part of the form gets. */
export interface FormProps {
  readonly answer: PlanAnswer
  readonly plan: ClusterPlan
  readonly onChange: (plan: ClusterPlan) => void
}

/** What is to be set, and where. */
export interface FieldPlace {
  /** Null: of the whole cluster. */
  readonly pool: string | null
  readonly field: string
}

/** The pools as the form has them, many that are now alike as one: a plan for one of them leaves it where it stands. */
export function alikePoolsOf({ pools, present }: Pick<PlanAnswer, 'pools' | 'present'>) {
  return alikeRows(
    pools,
    ({ name }) => name,
    ({ name, nodes }) => [nodes, present.filter(({ pool }) => pool === name).map(({ field, value }) => [field, value])],
  )
}

/** What the field has now; null: it is not set. */
export function presentOf({ present }: PlanAnswer, { pool, field }: FieldPlace): unknown {
  return present.find((one) => one.pool === pool && one.field === field)?.value ?? null
}

/** What the plan has for a field; undefined: nothing. */
export function plannedAt({ edits }: ClusterPlan, place: FieldPlace): PlannedEdit | undefined {
  return edits.find((edit) => isAt(edit, place))
}

/** What the field shall have: planned, or as it is. */
export function wantedOf(answer: PlanAnswer, plan: ClusterPlan, place: FieldPlace): unknown {
  const planned = plannedAt(plan, place)
  return planned === undefined ? presentOf(answer, place) : planned.value
}

/** The plan with a field set; what a field has already is no change. */
export function withValue(answer: PlanAnswer, plan: ClusterPlan, place: FieldPlace, value: unknown): ClusterPlan {
  const others = plan.edits.filter((edit) => !isAt(edit, place))
  if (isSame(presentOf(answer, place), value)) return { ...plan, edits: others }
  const { pool, field } = place
  const edit = (pool === null ? { field, value } : { pool, field, value }) as PlannedEdit
  const at = plan.edits.findIndex((one) => isAt(one, place))
  return { ...plan, edits: at === -1 ? [...others, edit] : others.toSpliced(at, 0, edit) }
}

/** The plan with one of these values chosen, and with what goes with it in place of what goes with another. */
export function withChoice(
  answer: PlanAnswer,
  plan: ClusterPlan,
  place: FieldPlace,
  choices: readonly PlanChoice[],
  chosen: string,
): ClusterPlan {
  const choice = choices.find(({ value }) => value === chosen)
  if (choice === undefined) return plan
  const going = choices.flatMap(({ also }) => also)
  const others = plan.edits.filter((edit) => !going.some((one) => isSame(one, edit)))
  return withEdits(answer, withValue(answer, { ...plan, edits: others }, place, choice.value), choice.also)
}

/** The plan with these as well; what it has for the same fields is replaced. */
export function withEdits(answer: PlanAnswer, plan: ClusterPlan, edits: readonly PlannedEdit[]): ClusterPlan {
  return edits.reduce((some, edit) => withValue(answer, some, placeOf(edit), edit.value), plan)
}

export function placeOf(edit: PlannedEdit): FieldPlace {
  return { pool: 'pool' in edit ? edit.pool : null, field: edit.field }
}

/** The plan with an edit in the place of the one of the same field, or without that one. */
export function withInstead(plan: ClusterPlan, edit: PlannedEdit, instead: PlannedEdit | null): ClusterPlan {
  return { ...plan, edits: plan.edits.flatMap((one) => (one !== edit ? [one] : instead === null ? [] : [instead])) }
}

function isAt(edit: PlannedEdit, { pool, field }: FieldPlace): boolean {
  return edit.field === field && placeOf(edit).pool === pool
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

export type RefusedEdit = ReturnType<typeof refusedIn>[number]

/** Edits that are left out, with what became of each. */
export function refusedIn({ outcomes }: PlanAnswer, { edits }: ClusterPlan) {
  return outcomes.flatMap((outcome) => {
    if (outcome.kind !== 'refused' && outcome.kind !== 'no-pool') return []
    // An answer may be that of the plan before.
    const edit = edits.find((one) => isSame(one, outcome.edit))
    return edit === undefined ? [] : [{ edit, outcome }]
  })
}

/** Why an edit is left out; the field is named where it is another one. */
export function refusalText({ edit, outcome }: RefusedEdit): string {
  const [refusal] = outcome.refusals
  if (refusal === undefined) return 'There is no such pool.'
  const { field, text } = refusal
  const within = field.replace(/^spec\.provider\.workers\[\d+\]\.?/, '')
  const isOwn = within.includes(edit.field) || edit.field.includes(within) || lastKey(within) === lastKey(edit.field)
  return isOwn ? text : `${field}: ${text}`
}

function lastKey(path: string): string | undefined {
  return path.split('.').at(-1)
}
