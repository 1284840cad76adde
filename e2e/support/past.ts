export const SEVERAL = '/shoots/garden-search/ranking-infra/past'
