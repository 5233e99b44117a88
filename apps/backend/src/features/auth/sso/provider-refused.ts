/** The provider refused, or its answer proves nothing. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

/** The provider cannot be reached, or does not answer as one. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}
