import { BarcodeDetector, prepareZXingModule } from 'barcode-detector/ponyfill'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

// Served by this installation, not by the network that the library would ask.
prepareZXingModule({
  overrides: {
    locateFile: (file: string, folder: string) => (file.endsWith('.wasm') ? wasmUrl : folder + file),
  },
})

let detector: BarcodeDetector | undefined

/** The texts of the QR codes and barcodes that stand in a picture. The first look fetches the reader. */
export async function readCodes(picture: HTMLVideoElement): Promise<string[]> {
  detector ??= new BarcodeDetector()
  const found = await detector.detect(picture)
  return found.map(({ rawValue }) => rawValue).filter((text) => text.trim() !== '')
}
