import { SkeletonBar } from '@/components/ui/parts'
import styles from './shoot-view.module.css'

/** The frame of the page while its answer is awaited. */
export function LoadingShoot() {
  return (
    <div className={styles.columns} aria-busy="true">
      <div className={styles.lead}>
        <div className={styles.loading}>
          <SkeletonBar width="72%" height="24px" />
          <SkeletonBar width="58%" height="24px" />
          <SkeletonBar width="44%" height="14px" />
        </div>
      </div>
      <section className={styles.forecast} aria-label="Forecast">
        <div className={`sec ${styles.forecastHead}`}>
          <h2>Forecast</h2>
        </div>
        <div className={styles.loading}>
          {['100%', '94%', '99%', '88%', '97%'].map((width) => (
            <SkeletonBar key={width} width={width} height="18px" />
          ))}
        </div>
      </section>
    </div>
  )
}
