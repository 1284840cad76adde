/** Look at what a preview went through before it is promoted. */

export const EVIDENCE = '/evidence/aws/kubernetes/1.36.2'
