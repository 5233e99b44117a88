/** The provider refused, or its answer proves nothing. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}
