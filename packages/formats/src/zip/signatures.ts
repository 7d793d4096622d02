/** Record signatures, u32 little-endian, of APPNOTE.TXT 6.3.10. */
export const LOCAL_HEADER = 0x04034b50;
export const DATA_DESCRIPTOR = 0x08074b50;
export const CENTRAL_HEADER = 0x02014b50;
export const END_RECORD = 0x06054b50;
export const ZIP64_END_RECORD = 0x06064b50;
export const ZIP64_LOCATOR = 0x07064b50;

/** All bits set in a 16 or 32-bit field: the value is in the ZIP64 record. */
export const SATURATED_16 = 0xffff;
export const SATURATED_32 = 0xffff_ffff;
