import { DataTable } from '@/components/ui/data-table'
import { Figure, Figures } from '@/components/ui/figures'
import { SkeletonBar } from '@/components/ui/parts'
import { SkeletonRows } from '@/components/ui/skeleton-rows'
import { HORIZON } from '@/lib/words/phrases'
import styles from './overview.module.css'

const FIGURES = ['Clusters on expired versions', 'Clusters forced within', 'Stuck', 'Auto-update within 24 h']
const HEADS = [{ hidden: 'Kind' }, 'Cluster', 'Profile', 'What → to what', 'In', 'Window begins', 'Nodes roll?']
const WIDTHS = ['12px', '150px', '60px', '170px', '40px', '110px', '120px']

/** The frame of the overview before there is an answer: heads and lines at once, flat bars where figures will stand. */
export function LoadingOverview() {
  return (
    <div aria-busy="true">
      <div className={styles.head}>
        <h1>What needs attention</h1>
      </div>
      <Figures className={styles.figures}>
        {FIGURES.map((name, index) => (
          <Figure key={name} label={name} className={index === 1 ? styles.wide : undefined}>
            <dd className={styles.waiting}>
              <SkeletonBar width="120px" height="20px" />
            </dd>
          </Figure>
        ))}
      </Figures>
      <section className={styles.strip}>
        <div className="section-head">
          <h2>Next 90 days</h2>
        </div>
        <div className={styles.emptyStrip} />
      </section>
      <div className={styles.two}>
        <section>
          <div className="section-head">
            <h2>Next forced updates</h2>
          </div>
          <div className="scrollx">
            <DataTable className={styles.next} heads={HEADS}>
              <tbody>
                <SkeletonRows rows={10} columns={WIDTHS} />
              </tbody>
            </DataTable>
          </div>
        </section>
        <section>
          <div className="section-head">
            <h2>Clusters per minor, {HORIZON}</h2>
          </div>
          <div className={styles.area}>
            <div className={styles.plot} />
          </div>
        </section>
      </div>
    </div>
  )
}
