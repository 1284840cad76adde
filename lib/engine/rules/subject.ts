import type { Shoot, Worker } from '@/lib/engine/types'
import type { CompiledImage, CompiledProfile, Fit } from './compile'
import { imageTimeline, kubernetesTimeline } from './decision'
import type { DecisionTimeline } from './decision-timeline'
import { fittingVersions, isInPlace } from './image-filter'
import { canonical, type Version } from './version'

/**
 * A shoot brought together with its profile: for each pool the image it uses and what is known about pools of its kind.
 * What is decided for a version hangs on the profile, so that all its shoots share it.
 */
export interface Subject {
  readonly shoot: Shoot
  readonly profile: CompiledProfile
  readonly pools: readonly PoolSubject[]
}

export interface PoolSubject {
  readonly worker: Worker
  /** Undefined: the pool names none, or the profile has none of that name in any case. */
  readonly image: CompiledImage | undefined
  readonly hasMachineType: boolean
  /** Fitting versions of the image and their lines, by kubelet version (where it matters) and in-place version. */
  readonly fits: Map<string, Fit>
}

const NO_FITS: Map<string, Fit> = new Map()

export function subjectOf(shoot: Shoot, profile: CompiledProfile): Subject {
  const { fits: known } = profile
  const pools = shoot.workers.map((worker): PoolSubject => {
    const hasMachineType = profile.machineTypes.has(worker.machineType)
    const image = worker.image && profile.imageByFoldedName.get(worker.image.name.toLowerCase())
    if (image === undefined || worker.image === undefined)
      return { worker, image: undefined, hasMachineType, fits: NO_FITS }
    const kind = kindOf(worker, worker.image.name, profile)
    let fits = known.get(kind)
    if (fits === undefined) {
      fits = new Map()
      known.set(kind, fits)
    }
    return { worker, image, hasMachineType, fits }
  })
  return { shoot, profile, pools }
}

/** The decisions for a Kubernetes version of the shoot. */
export function kubernetesTimelineOf({ shoot, profile }: Subject, current: string): DecisionTimeline {
  const auto = shoot.autoUpdate.kubernetesVersion
  const { kubernetes } = profile
  const lines = auto ? kubernetes.lines.on : kubernetes.lines.off
  const known = lines.get(current)
  if (known !== undefined) return known
  const line = kubernetesTimeline(kubernetes, current, auto)
  lines.set(current, line)
  return line
}

/** The decisions for the pool's image version while its kubelets have that version. */
export function imageTimelineOf(
  { shoot, profile }: Subject,
  pool: PoolSubject,
  image: CompiledImage,
  current: string,
  kubelet: Version,
): DecisionTimeline {
  const inPlace = isInPlace(pool.worker)
  const key = image.constrainsKubelets || inPlace ? `${canonical(kubelet)} ${inPlace ? current : ''}` : ''
  let fit = pool.fits.get(key)
  if (fit === undefined) {
    const machineType = profile.machineTypes.get(pool.worker.machineType)
    const fitting = fittingVersions(image, { worker: pool.worker, machineType, kubelet, current }, profile)
    fit = { fitting, lines: { off: new Map(), on: new Map() } }
    pool.fits.set(key, fit)
  }
  const auto = shoot.autoUpdate.machineImageVersion
  const lines = auto ? fit.lines.on : fit.lines.off
  const known = lines.get(current)
  if (known !== undefined) return known
  const line = imageTimeline(image, fit.fitting, current, auto, pool.worker.image?.name === image.source.name)
  lines.set(current, line)
  return line
}

/** Everything about a pool that decides which image versions fit, apart from versions. The machine type only by capabilities. */
export function kindOf(worker: Worker, image: string, { source }: CompiledProfile): string {
  const { architecture, cri, updateStrategy } = worker
  const machineType = (source.machineCapabilities?.length ?? 0) > 0 ? worker.machineType : ''
  const runtimes = cri.containerRuntimes.length === 0 ? '' : cri.containerRuntimes.join(',')
  return `${image} ${architecture} ${cri.name} ${runtimes} ${updateStrategy === 'AutoRollingUpdate' ? '' : 'in-place'} ${machineType}`
}
