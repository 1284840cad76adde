import { change } from './change'
import { changeEffect } from './change-effect'
import { fleet } from './fleet'
import { folder } from './folder'
import { history } from './history'
import { indexing } from './indexing'
import { maintain } from './maintain'
import type { Figure } from './measure'
import { memory } from './memory'
import { served } from './served'
import { sight } from './sight'
import { versions } from './versions'
import { wall } from './wall'
import { whatIf } from './what-if'

export const benches: ReadonlyMap<string, () => Promise<Figure[]>> = new Map([
  ['fleet', () => fleet()],
  ['maintain', () => maintain()],
  ['what-if', () => whatIf()],
  ['wall', () => wall()],
  ['memory', () => memory()],
  ['indexing', () => indexing()],
  ['change', () => change()],
  ['change-effect', () => changeEffect()],
  ['sight', () => sight()],
  ['served', () => served()],
  ['history', () => history()],
  ['versions', () => versions()],
  ['folder', () => folder()],
])
