import { MemoizedProfile } from '@/lib/engine/course'
import { CompiledProfile, maintain as maintenanceOf, type VersionPicker } from '@/lib/engine/rules'
import { HOUR } from '@/lib/engine/time'
import type { CloudProfile, ExpirableVersion, MachineImageVersion, Shoot, Worker } from '@/lib/engine/types'
import { at } from './landscape'
import { type Figure, type Spent, summary, time } from './measure'

const rounds = 20_000

/** One maintenance of a shoot with three pools on a profile with 40 Kubernetes and 60 image versions, everything updated. */
export async function maintain(): Promise<Figure[]> {
  const subject = shoot()
  // As an index has it: compiled once, and with what is decided for versions kept between two changes of stages.
  const offered = new MemoizedProfile(profile())
  const { changes } = maintenanceOf(subject, offered, at)
  if (changes.length !== 4) throw new Error(`expected four updates, not ${changes.length}`)
  const runsWith = (options: { readonly picker?: VersionPicker }) =>
    Array.from({ length: 9 }, () =>
      time(() => {
        let updates = 0
        // Never the same instant: no maintenance can be remembered.
        for (let i = 0; i < rounds; i++) updates += maintenanceOf(subject, offered, at + i * 10, options).changes.length
        return updates
      }),
    )
  const colds = Array.from({ length: 200 }, () => {
    const fresh = profile()
    return time(() => maintenanceOf(subject, new CompiledProfile(fresh), at)).wall * 1000
  })
  const each = (runs: readonly Spent[]) => summary(runs.map(({ cpu }) => (cpu * 1000) / rounds))
  const warm = each(runsWith({ picker: offered.classes.picker }))
  const plain = each(runsWith({}))
  return [
    {
      bench: 'maintain',
      what: 'one maintain(): 3 pools, 40 Kubernetes and 60 image versions; median',
      value: warm.median,
      unit: 'µs',
      target: { below: 20 },
    },
    { bench: 'maintain', what: 'the same, best', value: warm.best, unit: 'µs', target: { below: 20 } },
    { bench: 'maintain', what: 'the same, all versions looked at each time; median', value: plain.median, unit: 'µs' },
    {
      bench: 'maintain',
      what: 'the first one of a profile, which is read and sorted then; median',
      value: summary(colds).median,
      unit: 'µs',
    },
  ]
}

function profile(): CloudProfile {
  const kubernetes = range(8).flatMap((minor) =>
    range(5).map(
      (patch): ExpirableVersion => ({
        version: `1.${29 + minor}.${patch}`,
        classification: patch === 4 ? 'supported' : 'deprecated',
        ...(minor < 3 && { expirationDate: at + (minor * 5 + patch - 8) * 24 * HOUR + 12 * HOUR }),
      }),
    ),
  )
  const machineImages = range(3).map((image) => ({
    name: `image-${image}`,
    updateStrategy: (['patch', 'minor', 'major'] as const)[image] ?? 'major',
    versions: range(20).map(
      (i): MachineImageVersion => ({
        version: `${1 + Math.floor(i / 10)}.${Math.floor(i / 5) % 2}.${i % 5}`,
        classification: i % 5 === 4 ? 'supported' : 'deprecated',
        architectures: ['amd64', 'arm64'],
        cri: [{ name: 'containerd', containerRuntimes: ['gvisor'] }],
        kubeletVersionConstraint: '>= 1.26',
      }),
    ),
  }))
  return { kubernetes, machineImages, machineTypes: [{ name: 'large', architecture: 'amd64' }] }
}

function shoot(): Shoot {
  return {
    namespace: 'garden-bench',
    name: 'bench',
    profile: { kind: 'CloudProfile', name: 'bench' },
    annotations: {},
    kubernetesVersion: '1.33.1',
    workers: range(3).map(
      (i): Worker => ({
        name: `pool-${i}`,
        image: { name: `image-${i}`, version: '1.0.1' },
        machineType: 'large',
        architecture: 'amd64',
        cri: { name: 'containerd', containerRuntimes: [] },
        updateStrategy: 'AutoRollingUpdate',
        minimum: 1,
        maximum: 3,
        zones: ['a'],
      }),
    ),
    autoUpdate: { kubernetesVersion: true, machineImageVersion: true },
    window: { begin: '170000+0000', end: '230000+0000' },
    confineSpecUpdateRollout: false,
    hibernated: false,
    lastOperation: { type: 'Reconcile', state: 'Succeeded' },
    pendingWorkerUpdates: [],
  }
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i)
}
