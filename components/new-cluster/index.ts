/** What a new cluster of a profile gets: data in, events out. */
export { readAsked } from './address'
export { NewClusterPage } from './new-cluster-page'
export { UnknownNewCluster } from './unknown-new-cluster'
