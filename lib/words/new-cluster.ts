import type { Zone } from '@/lib/contract/zone'
import type { ShootRefusal } from '@/lib/engine/refusal'
import type { Shoot } from '@/lib/engine/types'
import type { NewClusterAnswer } from '@/lib/questions/profiles/contract/new-cluster'
import { inYaml } from './plain-text'
import { dayText, namesText } from './time-text'

/** What a new cluster gets for a while; `got` null: it is refused, `inactive` being why a version in the profile is. */
export type NewClusterSpan = WrittenKubernetes['spans'][number]

/** A way to write a Kubernetes version; null: nothing. */
export type WrittenKubernetes = NewClusterAnswer['kubernetes'][number]

/** A way to write the image of a pool. */
export type ImageRow = NewClusterAnswer['images'][number]

type NewClusterOffers = Pick<NewClusterAnswer, 'kubernetes' | 'images'>

/** Sentences about what the API server fills in for a new cluster. */

/** What was filled in although it is refused, and what the filling in does not look at. */
export function defaultedText(errors: readonly ShootRefusal[]): string {
  return errors.flatMap((error) => reasonOf(error) ?? []).join('; ')
}

function reasonOf({ rule, subject: { value = '', supported = [] } }: ShootRefusal): string | null {
  switch (rule) {
    case 'image-version-not-usable':
      return `defaulting picks ${value.replace(':', ' ')}, which has expired or is not available yet; the check that follows refuses it`
    case 'kubelet-not-supported':
      return `defaulting does not look at the kubelet: ${value} is not ${supported.join(', ')}`
    case 'image-capabilities':
      return `defaulting picks ${value}, which does not fit the machine type`
    case 'cri-not-supported':
      return `defaulting does not look at the container runtime interface: ${value} is not supported`
    case 'container-runtime-not-supported':
      return `defaulting does not look at container runtimes: ${value} is not supported`
    default:
      return null
  }
}

/** The version for a manifest that names no whole version of Kubernetes. */
export function versionGotText({
  kubernetesVersion,
  writtenVersion = '',
}: Pick<Shoot, 'kubernetesVersion' | 'writtenVersion'>): string {
  const written = writtenVersion === '' ? 'no version' : `only ${writtenVersion}`
  return `Gets ${kubernetesVersion} when created: its manifest names ${written}, and the API server fills in the rest.`
}

/** What the page of new clusters says in whole sentences. */

/** The answer that holds on a day. */
export function spanOn(spans: readonly NewClusterSpan[], at: number): NewClusterSpan | undefined {
  return spans.findLast(({ from }) => Date.parse(from) <= at) ?? spans[0]
}

/** `1.35.4`, `gardenlinux 1877.9.0`: of both, what a cluster gets for whom nothing is written. */
export function defaultsOn({ kubernetes, images }: NewClusterOffers, at: number) {
  return { kubernetes: spanOn(kubernetes[0]?.spans ?? [], at), image: spanOn(images[0]?.spans ?? [], at) }
}

/** How long the answer lasts for a version that is written in full. */
function inFullText(stage: string, spans: readonly NewClusterSpan[], at: number, zone: Zone): string {
  const end = spans.find(({ from, refusal }) => Date.parse(from) > at && refusal !== null)
  const until =
    end === undefined ? 'accepted, as far as dates are set' : `accepted until ${dayText(end.from, zone)}; then refused`
  return stage === 'preview' ? `a preview named in full: ${until}` : until
}

/** What a version that is in the profile, and refused all the same, is on the day; empty: that is not why. */
export function inactiveText(span: NewClusterSpan | undefined, zone: Zone): string {
  if (!span?.inactive) return ''
  const { stage, from, to } = span.inactive
  if (stage === 'expired') return from === null ? 'expired' : `expired since ${dayText(from, zone)}`
  return to === null ? 'not available' : `not available until ${dayText(to, zone)}`
}

const passed = ({ version, stage }: NonNullable<NonNullable<NewClusterSpan['got']>['passedOver']>) =>
  stage === 'preview' ? `${version} is a preview and left out` : `the deprecated ${version} is not considered`

/** Why a Kubernetes version is what a cluster gets. */
export function kubernetesWhy({ asked, form, spans }: WrittenKubernetes, at: number, zone: Zone): string {
  const got = spanOn(spans, at)?.got
  if (!got) return ''
  if (form === 'full') return inFullText(got.stage, spans, at, zone)
  const what = asked === null ? 'version' : asked.includes('.') ? `patch of ${asked}` : `version of ${asked}`
  return [
    `the highest supported ${what}`,
    ...(got.passedOver ? [passed(got.passedOver)] : []),
    ...thenText(spans, at, zone),
  ].join('; ')
}

/** Why an image version is what a pool gets. */
export function imageWhy({ image, version, form, spans }: ImageRow, at: number, zone: Zone): string {
  const got = spanOn(spans, at)?.got
  if (!got) return ''
  if (form === 'full') return inFullText(got.stage, spans, at, zone)
  const highest =
    got.stage === 'deprecated'
      ? 'highest version that fits, as none is supported'
      : 'highest supported version that fits'
  const what =
    image === null
      ? `the first image of the profile that fits, its ${highest}`
      : version === null
        ? `the ${highest}`
        : `the ${highest}, within ${version}`
  return [what, ...(got.passedOver ? [passed(got.passedOver)] : []), ...thenText(spans, at, zone)].join('; ')
}

/** `refused from 8 Sep 2027`, `1.34.8 from 8 Sep 2027`: of what is not written in full, what comes next. */
function thenText(spans: readonly NewClusterSpan[], at: number, zone: Zone): readonly string[] {
  const [next, now] = [spans.find(({ from }) => Date.parse(from) > at), spanOn(spans, at)]
  if (next === undefined) return []
  const day = dayText(next.from, zone)
  if (next.got === null) return [`refused from ${day}`]
  const isSame = next.got.version === now?.got?.version && next.got.image === now.got.image
  return [
    `${isSame ? next.got.stage : `${next.got.image === now?.got?.image ? '' : `${next.got.image} `}${next.got.version}`} from ${day}`,
  ]
}

/** `With the dates known now, that stays so until 21 Nov 2027.`, `from 8 Sep 2027 it is 1.36.2`: what the headline says after today's answer. */
export function newClusterNextText(
  { kubernetes, images, until }: NewClusterOffers & Pick<NewClusterAnswer, 'until'>,
  at: number,
  zone: Zone,
): string {
  const both = [
    { what: 'Kubernetes', spans: kubernetes[0]?.spans ?? [] },
    { what: 'the image', spans: images[0]?.spans ?? [] },
  ].flatMap(({ what, spans }) => {
    const now = spanOn(spans, at)
    const next = spans.find((span) => Date.parse(span.from) > at && nameOf(span) !== nameOf(now))
    return next === undefined ? [] : [{ what, next }]
  })
  const [first] = both.sort((a, b) => (a.next.from < b.next.from ? -1 : 1))
  if (first === undefined) return `With the dates known now, that stays so until ${dayText(until, zone)}.`
  const got = first.next.got
  const what = got === null ? `${first.what} is refused` : `it is ${got.image ?? 'Kubernetes'} ${got.version}`
  return `From ${dayText(first.next.from, zone)} on ${what}.`
}

function nameOf(span: NewClusterSpan | undefined): string {
  return `${span?.got?.image} ${span?.got?.version}`
}

/** `m5.large, c6i.4xlarge and 22 more` */
export function machineTypesText(names: readonly string[]): string {
  return namesText(names, 2)
}

/** A cluster of what is written, as far as versions and pools go. */
export function manifestText(
  profile: { readonly kind: string; readonly name: string },
  answer: Pick<NewClusterAnswer, 'kubernetes' | 'images' | 'asked'>,
  at: number,
): string {
  const { kubernetes, image } = defaultsOn(answer, at)
  const got = image?.got
  return [
    'apiVersion: core.gardener.cloud/v1beta1',
    'kind: Shoot',
    'metadata:',
    '  name: new',
    'spec:',
    '  cloudProfile:',
    `    kind: ${profile.kind}`,
    `    name: ${inYaml(profile.name)}`,
    '  kubernetes:',
    `    version: ${inYaml(answer.asked.kubernetes ?? kubernetes?.got?.version ?? '')}`,
    '  provider:',
    '    workers:',
    '      - name: pool',
    '        machine:',
    `          type: ${inYaml(answer.asked.machineType ?? '')}`,
    `          architecture: ${answer.asked.architecture}`,
    ...(got
      ? [
          '          image:',
          `            name: ${inYaml(got.image ?? '')}`,
          `            version: ${inYaml(got.version)}`,
        ]
      : []),
    ...(answer.asked.runtime === null
      ? []
      : [
          '        cri:',
          '          name: containerd',
          '          containerRuntimes:',
          `            - type: ${inYaml(answer.asked.runtime)}`,
        ]),
    '',
  ].join('\n')
}

/** `amd64`, `amd64, hypervisor gen2`, `arm64, retired` */
export function typeText({
  architecture,
  capabilities,
  usable,
}: Omit<NewClusterAnswer['types'][number], 'names' | 'cells'>): string {
  const more = capabilities.map(({ name, values }) => `${name} ${values.join(' or ')}`)
  return [architecture, ...more, ...(usable ? [] : ['retired'])].join(', ')
}
