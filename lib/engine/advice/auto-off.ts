import { isTrouble } from './compare-courses'
import type { KnownProspect } from './remedy'
import type { Plan } from './trial'

const UPDATES = [
  { flag: 'kubernetesVersion', components: ['controlPlane', 'poolKubernetes'] },
  { flag: 'machineImageVersion', components: ['poolImage'] },
] as const

/**
 * Turning an automatic update off, where it is what leads to the first trouble, perhaps: it goes from a version that may stay to one
 * that ends, and that nothing leads away from. It has to be done before the first such update.
 */
export function autoOffPlans({ shoot, course }: KnownProspect): Plan[] {
  const end = course.steps.findIndex(isTrouble)
  return UPDATES.flatMap(({ flag, components }): Plan[] => {
    if (!shoot.autoUpdate[flag]) return []
    const found = course.steps.slice(0, end + 1).flatMap((step) =>
      step.denied
        ? []
        : step.changes.flatMap((change) => {
            const isOne = components.some((component) => component === change.component)
            return isOne && change.kind === 'update' && change.why === 'auto' ? [{ step, change }] : []
          }),
    )
    const [first] = found
    if (first === undefined) return []
    const { pool, image, from, to } = first.change
    return [
      {
        action: { code: 'auto-off', flag, pool, image, from, to, begins: first.step.window.begin },
        after: { ...shoot, autoUpdate: { ...shoot.autoUpdate, [flag]: false } },
        patch: JSON.stringify({ spec: { maintenance: { autoUpdate: { [flag]: false } } } }),
        patchType: 'merge',
        expiry: null,
        rank: 7,
        deadline: first.step,
      },
    ]
  })
}
