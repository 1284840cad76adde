/** The page of one version: data in, events out. */
export { readVersionParts } from './address'
export { UnknownVersion } from './unknown-version'
export { VersionPage } from './version-page'
