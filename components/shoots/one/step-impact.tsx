import { EffectText } from '@/components/ui/effect'
import { Icon } from '@/components/ui/icon'
import { Scroll } from '@/components/ui/scroll'
import type { DroppedField, ForecastStepBody, ShootAnswer } from '@/lib/contract'
import { causeText, worstCase } from './why'
import styles from './why.module.css'

interface StepImpactProps {
  readonly answer: ShootAnswer
  readonly step: ForecastStepBody
}

/** What a maintenance does: per pool the effect on nodes, the field that causes it and how long it may take; what the spec loses. */
export function StepImpact({ answer, step }: StepImpactProps) {
  const { effects, dropped, controlPlane } = step
  const isTouched = controlPlane === 'restart' || effects.some(({ effect }) => effect !== 'none')
  return (
    <>
      {isTouched ? <Effects answer={answer} step={step} /> : null}
      {dropped.length === 0 ? null : <Dropped fields={dropped} />}
    </>
  )
}

function Effects({ answer, step }: StepImpactProps) {
  return (
    <section aria-label="What it does to nodes">
      <h3>What it does to nodes</h3>
      <Scroll label="Effects">
        <table className={`dense ${styles.impact}`}>
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">Effect</th>
              <th scope="col">Because of</th>
              <th scope="col">Worst case</th>
            </tr>
          </thead>
          <tbody>
            {step.controlPlane === 'restart' ? (
              <tr>
                <th scope="row">Control plane</th>
                <td>
                  <Icon name="controlPlane" /> API server and controllers restart
                </td>
                <td>
                  <code>kubernetes.version</code>
                </td>
                <td className="q">not known</td>
              </tr>
            ) : null}
            {step.effects.map(({ pool, effect, nodes, because }) => {
              const replaced = effect === 'rolling' || effect === 'inPlace'
              const rollout = replaced ? answer.rollouts.find((one) => one.pool === pool) : undefined
              return (
                <tr key={pool}>
                  <th scope="row">Pool {pool}</th>
                  <td>
                    <EffectText effect={effect} nodes={nodes} form="name" />
                  </td>
                  <td>
                    <code>{causeText(because)}</code>
                  </td>
                  <td title={rollout?.formula}>
                    {rollout === undefined ? null : (
                      <>
                        {worstCase(rollout)} <code className="q">{rollout.figure}</code>
                      </>
                    )}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

/** Fields that end with the minor; Gardener removes or migrates them in the same maintenance. */
function Dropped({ fields }: { readonly fields: readonly DroppedField[] }) {
  return (
    <section aria-label="What the spec loses">
      <h3>What the spec loses</h3>
      <Scroll label="Fields">
        <table className={`dense ${styles.impact}`}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ path, from, to }) => (
              <tr key={path}>
                <th scope="row">
                  <code>{path}</code>
                </th>
                <td>{from === null ? <span className="q">not set</span> : <code>{from}</code>}</td>
                <td>{to === null ? <b>gone</b> : <code>{to}</code>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}
