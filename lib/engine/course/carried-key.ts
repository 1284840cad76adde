import type { CarriedState, State } from '@/lib/engine/rules'
import type { VersionBoundSettings } from '@/lib/engine/types'

/** Numbers texts, so that keys made of them are short: most shoots share theirs with others. */
export class TextNumbers {
  private readonly byText = new Map<string, number>()

  of(text: string): number {
    let number = this.byText.get(text)
    if (number === undefined) {
      number = this.byText.size
      this.byText.set(text, number)
    }
    return number
  }
}

/** What a shoot carries, as a text: equal texts, equal outcomes. A maintenance that succeeded is as good as none. */
export function keyOfCarried(versions: TextNumbers, { state, settings, dropped, lastState }: CarriedState): string {
  const key = carriedKey(state.kubernetes, numbersOf(versions, state), lastState, settings)
  return dropped === undefined ? key : `${key}|drops ${Object.keys(dropped)}`
}

/** The same from its parts; `numbers`: of the versions that each pool has. */
export function carriedKey(
  kubernetes: string,
  numbers: readonly number[],
  lastState: CarriedState['lastState'],
  settings: CarriedState['settings'],
): string {
  let key = kubernetes
  for (const number of numbers) key += ` ${number}`
  if (failed(lastState)) key += `|${lastState}`
  return settings === undefined ? key : `${key}|${settingsText(settings)}`
}

/** By pool: the number of the versions that it has. */
export function numbersOf(versions: TextNumbers, { pools, images }: State): readonly number[] {
  return images.map((image, i) => versions.of(versionsText(pools[i] ?? null, image)))
}

/** Of one pool. */
export function versionsText(kubernetes: string | null, image: string | null): string {
  return `${kubernetes ?? ''} ${image ?? ''}`
}

/** Whether the last maintenance matters for the next one. */
export function failed(lastState: CarriedState['lastState']): boolean {
  return lastState !== null && lastState !== 'Succeeded'
}

/** Which bindings there are decides, not how they are called: every shoot has its own. */
export function settingsText(settings: VersionBoundSettings): string {
  const { secretBindingName, credentialsBindingName } = settings
  const bindings =
    secretBindingName === undefined
      ? credentialsBindingName === undefined
        ? 'unbound'
        : 'credentials'
      : credentialsBindingName === undefined
        ? 'secret'
        : 'both'
  if (!hasMore(settings)) return bindings
  const { secretBindingName: _, credentialsBindingName: __, ...others } = settings
  return `${bindings} ${JSON.stringify(others)}`
}

function hasMore(settings: VersionBoundSettings): boolean {
  for (const name in settings) if (name !== 'secretBindingName' && name !== 'credentialsBindingName') return true
  return false
}
