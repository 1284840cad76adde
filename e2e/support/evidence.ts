/** Look at what a preview went through before it is promoted. */

export const EVIDENCE = '/versions/aws/kubernetes/1.36.2?evidence=all'
