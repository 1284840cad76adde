/** See everything about one version: its life, who is on it, where they go, what holds it. */

export const VERSION = '/versions/aws/kubernetes/1.32.13'
