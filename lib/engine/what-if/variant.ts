import type { CompiledProfile } from '@/lib/engine/compile'
import { type Subject, subjectOf } from '@/lib/engine/subject'
import { boundariesFor, type Family, isAtRest, memberOf, TransitionNode } from '@/lib/engine/transitions'

/**
 * The shoots of a profile as they would go on with the profile edited. Nodes that the edits do not touch go on as they did:
 * only the others are computed anew.
 */
export class Variant {
  private readonly families = new Map<Family, Family>()
  private readonly touched = new Map<TransitionNode, boolean>()

  constructor(
    /** As edited. */
    private readonly profile: CompiledProfile,
    /** Whether a node may go on differently; `rested`: the shoots of its family on the edited profile. */
    private readonly judge: (node: TransitionNode, rested: Subject) => boolean,
  ) {}

  /** The same shoot, with what it carries now, on the edited profile. */
  nodeFor(before: TransitionNode): TransitionNode {
    const family = this.familyFor(before.family)
    const { shoot } = before.subject
    if (isAtRest(shoot)) return memberOf(family, before.key, () => before.carried)
    const known = family.nodes.get(before.key)
    if (known !== undefined) return known
    const node = new TransitionNode(subjectOf(shoot, this.profile), before.carried, family, before.key)
    family.nodes.set(before.key, node)
    return node
  }

  /** Whether what the shoots of a node go through there may come out differently. */
  isTouched(node: TransitionNode): boolean {
    let touched = this.touched.get(node)
    if (touched === undefined) {
      touched = this.judge(node, this.familyFor(node.family).rested)
      this.touched.set(node, touched)
    }
    return touched
  }

  private familyFor(before: Family): Family {
    let family = this.families.get(before)
    if (family === undefined) {
      const rested = subjectOf(before.rested.shoot, this.profile)
      const modelOf = ({ key, subject, carried }: TransitionNode) => {
        const model = isAtRest(subject.shoot) ? memberOf(before, key, () => carried) : before.nodes.get(key)
        return model === undefined || this.isTouched(model) ? undefined : model
      }
      family = { rested, boundaries: boundariesFor(rested), nodes: new Map(), modelOf, memory: before.memory }
      this.families.set(before, family)
    }
    return family
  }
}
