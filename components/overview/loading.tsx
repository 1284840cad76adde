import { SkeletonBar, SkeletonRows } from '@/components/ui/parts'
import styles from './overview.module.css'

const FIGURES = [
  'Clusters on expired versions',
  'Clusters forced within',
  'Stuck: will fail to update',
  'Auto-update tonight',
]
const HEADS = ['', 'Cluster', 'Profile', 'What → to what', 'In', 'Window begins', 'Nodes roll?']
const WIDTHS = ['12px', '150px', '60px', '170px', '40px', '110px', '120px']

/** The frame of the overview before there is an answer: heads and lines at once, flat bars where figures will stand. */
export function LoadingOverview() {
  return (
    <div aria-busy="true">
      <div className={styles.head}>
        <h1>What needs attention</h1>
      </div>
      <dl className={styles.figures}>
        {FIGURES.map((name, index) => (
          <div key={name} className={index === 1 ? styles.wide : undefined}>
            <dt>{name}</dt>
            <dd className={styles.waiting}>
              <SkeletonBar width="120px" height="20px" />
            </dd>
          </div>
        ))}
      </dl>
      <section className={styles.strip}>
        <div className="sec">
          <h2>Next 90 days</h2>
        </div>
        <div className={styles.emptyStrip} />
      </section>
      <div className={styles.two}>
        <section>
          <div className="sec">
            <h2>Next forced updates</h2>
          </div>
          <div className="scrollx">
            <table className={styles.next}>
              <thead>
                <tr>
                  {HEADS.map((head) => (
                    <th key={head} scope="col">
                      {head || <span className="vh">Kind</span>}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                <SkeletonRows rows={10} columns={WIDTHS} />
              </tbody>
            </table>
          </div>
        </section>
        <section>
          <div className="sec">
            <h2>Clusters per minor, 12 months</h2>
          </div>
          <div className={styles.area}>
            <div className={styles.plot} />
          </div>
        </section>
      </div>
    </div>
  )
}
