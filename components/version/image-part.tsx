import { Fragment, type ReactNode } from 'react'
import { versionPage } from '@/lib/browser/paths'
import type { VersionAnswer } from '@/lib/questions/version/contract'
import { countOf, countText } from '@/lib/words/time-text'
import { nodeFigure } from '@/lib/words/wording'
import { DataTable, Scroll } from '../ui/data-table'
import { Link } from '../ui/link'
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
        <section aria-labelledby="image">
          <div className="section-head">
            <h2 id="image">Machine image</h2>
          </div>
          <dl className="terms note">
            <dt>Architectures</dt>
            <dd>{facts.architectures.length === 0 ? 'by capability' : facts.architectures.join(', ')}</dd>
            <dt>CRI, runtimes</dt>
            <dd>{facts.cri.join(', ')}</dd>
            <dt>Kubelet</dt>
            <dd>
              {facts.kubeletVersionConstraint ?? 'any version'}
              <Kubelets kubelets={image.kubelets} />
            </dd>
            <dt>In place</dt>
            <dd>
              {facts.inPlaceUpdates?.supported
                ? facts.inPlaceUpdates.minVersionForUpdate === null
                  ? 'supported, but from no other version'
                  : `from ${facts.inPlaceUpdates.minVersionForUpdate}`
                : 'not supported: nodes are replaced'}
            </dd>
          </dl>
        </section>
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

/** From every listed version to every one: a node may be updated where it is, or it is replaced. */
function InPlace({ what, version, steps }: InPlaceProps): ReactNode {
  const targets = steps.filter(({ from }) => steps.some(({ to }) => to.includes(from)))
  return (
    <section aria-labelledby="in-place">
      <div className="section-head">
        <h2 id="in-place">In-place updates</h2>
        <span className="faint">from a row to a column</span>
      </div>
      {targets.length === 0 ? (
        <p className="note">No version of {what} can be reached in place: nodes are always replaced.</p>
      ) : (
        <Scroll label="In-place updates from and to">
          <DataTable
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
            <tbody>
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
            </tbody>
          </DataTable>
        </Scroll>
      )}
    </section>
  )
}

interface ImagesPartProps {
  readonly answer: VersionAnswer
  readonly images: NonNullable<VersionAnswer['images']>
}

/** Which image versions support the kubelets of a Kubernetes version. */
export function ImagesPart({ answer, images }: ImagesPartProps): ReactNode {
  if (images.length === 0) return null
  return (
    <section aria-labelledby="images">
      <div className="section-head">
        <h2 id="images">Machine images</h2>
        <span className="faint">whether they support its kubelets</span>
      </div>
      <dl className="terms note">
        {images.map(({ image, fit, unfit }) => (
          <Fragment key={image}>
            <dt>{image}</dt>
            <dd>
              {unfit.length === 0 ? (
                `all ${countOf(fit.length, 'version')}`
              ) : (
                <>
                  {fit.length === 0 ? 'none' : `${countText(fit.length)} of ${countText(fit.length + unfit.length)}`},
                  not{' '}
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
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  )
}

/** The pools that run it, alike ones together. */
export function PoolsPart({ answer }: { readonly answer: VersionAnswer }): ReactNode {
  const { pools, poolsTotal, what } = answer
  const isKubernetes = what === 'Kubernetes'
  return (
    <section aria-labelledby="pools">
      <div className="section-head">
        <h2 id="pools">Pools</h2>
        <span className="faint">
          {pools.length === 0
            ? 'none run it'
            : poolsTotal > pools.length
              ? `${countText(pools.length)} of ${countText(poolsTotal)} kinds`
              : 'alike ones together'}
        </span>
      </div>
      {pools.length > 0 && (
        <Scroll label="Pools that run it">
          <DataTable
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
            <tbody>
              {pools.map((one) => (
                <tr
                  key={[one.machineType, one.architecture, one.cri, one.updateStrategy, one.image, one.kubelet].join(
                    '/',
                  )}
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
            </tbody>
          </DataTable>
        </Scroll>
      )}
    </section>
  )
}
