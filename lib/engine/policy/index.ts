/** Version Management and Version Maintenance: what they want of a profile, and what they do to it within 12 months. */

export * from './calendar'
export * from './policy'
export * from './propose'
export * from './read'
export * from './simulate'
