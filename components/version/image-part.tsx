import type { ReactNode } from 'react'
import { versionPage } from '@/lib/browser/paths'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { countOf, countText } from '@/lib/words/time-text'
import { nodeFigure } from '@/lib/words/wording'
import { RowTable } from '../ui/data-table'
import { Link } from '../ui/link'
import { Fact, Section } from '../ui/section'
import styles from './version.module.css'

interface ImagePartProps {
  readonly answer: VersionAnswer
  readonly image: NonNullable<VersionAnswer['image']>
}

/** What an image version runs on, which kubelets it supports, and where in-place updates lead. */
export function ImagePart({ answer, image }: ImagePartProps): ReactNode {
  const { offered, version, what } = answer
  const facts = offered?.image
  return (
    <>
      {facts && (
        <Section title="Machine image">
          <dl className="terms note">
            <Fact term="Architectures">
              {facts.architectures.length === 0 ? 'by capability' : facts.architectures.join(', ')}
            </Fact>
            <Fact term="CRI, runtimes">{facts.cri.join(', ')}</Fact>
            <Fact term="Kubelet">
              {facts.kubeletVersionConstraint ?? 'any version'}
              <Kubelets kubelets={image.kubelets} />
            </Fact>
            <Fact term="In place">
              {facts.inPlaceUpdates?.supported
                ? facts.inPlaceUpdates.minVersionForUpdate === null
                  ? 'supported, but from no other version'
                  : `from ${facts.inPlaceUpdates.minVersionForUpdate}`
                : 'not supported: nodes are replaced'}
            </Fact>
          </dl>
        </Section>
      )}
      <InPlace what={what} version={version} steps={image.inPlace} />
    </>
  )
}

/** `not for 1.34.3 and 1.33.7`, or nothing where it supports all. */
function Kubelets({ kubelets }: { readonly kubelets: ImagePartProps['image']['kubelets'] }): ReactNode {
  const unfit = kubelets.filter(({ fits }) => !fits)
  if (unfit.length === 0) return <span className="muted">, all that the profile offers</span>
  if (unfit.length === kubelets.length) return <span className="bad">, none that the profile offers</span>
  return <span className="muted">, so not {unfit.map(({ version }) => version).join(', ')}</span>
}

interface InPlaceProps {
  readonly what: string
  readonly version: string
  readonly steps: ImagePartProps['image']['inPlace']
}

/** Between all listed versions: whether a node may be updated where it is, or is replaced. */
function InPlace({ what, version, steps }: InPlaceProps): ReactNode {
  const targets = steps.filter(({ from }) => steps.some(({ to }) => to.includes(from)))
  return (
    <Section title="In-place updates" note="from a row to a column">
      {targets.length === 0 ? (
        <p className="note">No version of {what} can be reached in place: nodes are always replaced.</p>
      ) : (
        <RowTable
          scroll="In-place updates from and to"
          className={`dense ${styles.matrix}`}
          heads={[
            'From',
            ...targets.map(({ from }) => (
              <th key={from} scope="col" data-own={from === version || undefined}>
                {from}
              </th>
            )),
          ]}
        >
          {steps.map(({ from, to }) => (
            <tr key={from} data-own={from === version || undefined}>
              <th scope="row">{from}</th>
              {targets.map((target) => (
                <td key={target.from} data-own={target.from === version || undefined}>
                  {to.includes(target.from) ? <b>in place</b> : <span className="faint">no</span>}
                </td>
              ))}
            </tr>
          ))}
        </RowTable>
      )}
    </Section>
  )
}

interface ImagesPartProps {
  readonly answer: VersionAnswer
  readonly images: NonNullable<VersionAnswer['images']>
}

/** The image versions that support the kubelets of a Kubernetes version. */
export function ImagesForKubeletPart({ answer, images }: ImagesPartProps): ReactNode {
  if (images.length === 0) return null
  return (
    <Section title="Machine images" note="whether they support its kubelets">
      <dl className="terms note">
        {images.map(({ image, fit, unfit }) => (
          <Fact key={image} term={image}>
            {unfit.length === 0 ? (
              `all ${countOf(fit.length, 'version')}`
            ) : (
              <>
                {fit.length === 0 ? 'none' : `${countText(fit.length)} of ${countText(fit.length + unfit.length)}`}, not{' '}
                {unfit.map((one, index) => (
                  <span key={one}>
                    {index > 0 && ', '}
                    <Link className="link" href={versionPage(answer.profile, image, one)}>
                      {one}
                    </Link>
                  </span>
                ))}
              </>
            )}
          </Fact>
        ))}
      </dl>
    </Section>
  )
}

/** The pools that run it, alike ones together. */
export function PoolsPart({ answer }: { readonly answer: VersionAnswer }): ReactNode {
  const { pools, poolsTotal, what } = answer
  const isKubernetes = what === 'Kubernetes'
  return (
    <Section
      title="Pools"
      note={
        pools.length === 0
          ? 'none run it'
          : poolsTotal > pools.length
            ? `${countText(pools.length)} of ${countText(poolsTotal)} kinds`
            : 'alike ones together'
      }
    >
      {pools.length > 0 && (
        <RowTable
          scroll="Pools that run it"
          className="dense"
          heads={[
            'Machine type',
            'Architecture',
            'CRI, runtimes',
            'Update strategy',
            isKubernetes ? 'Image' : 'Kubelet',
            { number: 'Pools' },
            { number: 'Clusters' },
            { number: 'Nodes' },
          ]}
        >
          {pools.map((one) => (
            <tr
              key={[one.machineType, one.architecture, one.cri, one.updateStrategy, one.image, one.kubelet].join('/')}
            >
              <th scope="row">{one.machineType}</th>
              <td>{one.architecture}</td>
              <td>{one.cri}</td>
              <td>{one.updateStrategy}</td>
              <td>{isKubernetes ? (one.image ?? 'none') : one.kubelet}</td>
              <td className="num">{countText(one.pools)}</td>
              <td className="num">{countText(one.clusters)}</td>
              <td className="num nowrap">{nodeFigure(one.nodes)}</td>
            </tr>
          ))}
        </RowTable>
      )}
    </Section>
  )
}
