/** The logo next to the product's name. */
export function BrandMark({ size = 22 }: { readonly size?: number }) {
  return <img src="/icon.svg" width={size} height={size} alt="" style={{ display: 'block' }} />;
}
