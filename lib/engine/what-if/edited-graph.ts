import type { MemoizedProfile, StepAt } from '@/lib/engine/course'
import { isAtRest, once, type StateSpace, TransitionNode } from '@/lib/engine/course'
import { subjectOf } from '@/lib/engine/rules'
import type { Instant } from '@/lib/engine/types'
import type { Span } from './touch'

/**
 * The shoots of a profile as they would go on with the profile edited. They go through the same nodes as without; only
 * maintenances that the edits touch are computed anew.
 */
export class EditedGraph {
  private readonly spaces = new Map<StateSpace, StateSpace>()
  private readonly edited = new Map<TransitionNode, TransitionNode>()
  private readonly touches = new Map<TransitionNode, readonly Span[]>()

  constructor(
    /** As edited. */
    private readonly profile: MemoizedProfile,
    /** When a node may go on differently; `edited`: its space on the edited profile. */
    private readonly judge: (node: TransitionNode, edited: StateSpace) => readonly Span[],
  ) {}

  /** When maintenances of the shoots of a node may come out differently. */
  touchedIn(node: TransitionNode): readonly Span[] {
    let touched = this.touches.get(node)
    if (touched === undefined) {
      touched = this.judge(node, this.spaceFor(node.space))
      this.touches.set(node, touched)
    }
    return touched
  }

  /** What a maintenance does on the edited profile; nodes are those of the profile before. */
  readonly at: StepAt = (node, at) => {
    let untouchedUntil = Number.POSITIVE_INFINITY
    for (const { after, until } of this.touchedIn(node)) {
      if (after < at && at <= until) return this.computedAt(node, at)
      if (after >= at) untouchedUntil = Math.min(untouchedUntil, after)
    }
    const step = node.at(at)
    return step.until <= untouchedUntil ? step : { ...step, until: untouchedUntil }
  }

  private computedAt(node: TransitionNode, at: Instant) {
    const edited = this.editedFor(node)
    const step = edited.at(at)
    return step.next === edited ? { ...step, next: node } : step
  }

  /** The same shoot, with what it carries, on the edited profile. */
  private editedFor(node: TransitionNode): TransitionNode {
    const known = this.edited.get(node)
    if (known !== undefined) return known
    const space = this.spaceFor(node.space)
    const { shoot } = node.subject
    const subject = isAtRest(shoot) ? space.rested : subjectOf(shoot, this.profile)
    const edited = new TransitionNode(subject, node.carried, space)
    this.edited.set(node, edited)
    return edited
  }

  private spaceFor(before: StateSpace): StateSpace {
    let space = this.spaces.get(before)
    if (space === undefined) {
      const rested = subjectOf(before.rested.shoot, this.profile)
      const { versions } = before
      const { picker } = this.profile.classes
      space = {
        rested,
        rotates: before.rotates,
        sleep: before.sleep,
        picker,
        boundaries: once(() => picker.boundariesFor(rested.shoot)),
        nodes: new Map(),
        versions,
        parts: once(() => before.parts().map((part) => this.spaceFor(part))),
        unedited: before,
      }
      this.spaces.set(before, space)
    }
    return space
  }
}
