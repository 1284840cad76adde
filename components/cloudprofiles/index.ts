/** Pages about profiles: data in, events out. */
export { ProfilePage } from './profile-page'
export { ProfilesPage } from './profiles-page'
export { UnknownProfile } from './unknown-profile'
