import { describe, expect, it } from 'vitest';
import { parseNumberText, readNumber, readVolumeAndChapter } from './numbers.ts';

describe('readNumber', () => {
  it.each([
    ['Batman #001', 1],
    ['#42', 42],
    ['Amazing Spider-Man #583', 583],
    ['Batman #1.5', 1.5],
    ['One Piece v01', 1],
    ['Naruto Vol. 5', 5],
    ['Manga Volume 12', 12],
    ['Series vol5', 5],
    ['Series c001', 1],
    ['Manga Ch. 42', 42],
    ['Series Chapter 100', 100],
    ['Webtoon ch5', 5],
    ['Story Part 1', 1],
    ['Novel part2', 2],
    ['Book Part. 3', 3],
    ['Anime Ep 5', 5],
    ['Show Episode 12', 12],
    ['Series ep.3', 3],
    ['Batman (2011) (42)', 42],
    ['Comic 001', 1],
    ['Manga_042', 42],
    ['Book-5', 5],
    ['Just A Title', undefined],
    ['Comic 2020 #5', 5],
    ['Comic 2020 005', 5],
    ['[HorribleSubs] Attack on Titan - 001', 1],
    ['One Punch Man - Chapter 150', 150],
    ['JoJo’s Bizarre Adventure Part 5 v03 c016', 3],
    ['A long manga title c001 (2021) (Digital)', 1],
    ['Batman (2011)', undefined],
    ['Free Comic Day 2021 (2021)', undefined],
    ['Blade Runner 2049', 2049],
    ['Earth X #½', 0.5],
    ['Avengers #001½', 1.5],
    ['Spider-Man v1 #-1 (1997)', -1],
  ])('%s gives %s', (stem, expected) => {
    expect(readNumber(stem)).toBe(expected);
  });
});

describe('readVolumeAndChapter', () => {
  it.each([
    ['Series v01', 1, null],
    ['Series c042', null, 42],
    ['Series v15 - c126 (2023) (1r0n)', 15, 126],
    ['Series v01 - 2024 (Digital)', 1, null],
    ['Series Vol. 5 Chapter 42', 5, 42],
    ['[HorribleSubs] Series Ch. 42 [1080p]', null, 42],
    ['Naruto 042', null, null],
    ['Series c042.5', null, 42.5],
    ['Series v01.5', null, null],
    ['Series v01 v05 c042 c100', 1, 42],
    ['Just A Title', null, null],
    ['vol_356-1', 356, null],
    ['Conquistador_Tome_2', 2, null],
    ['Kebab Том 1 Глава 3', 1, 3],
    ['Манга 2 Глава', null, 2],
    ['迷你偶像漫画卷2第25话', 2, 25],
    ['スライム 1巻', 1, null],
    ['スライム 第12話', null, 12],
    ['スライム 第3.5話', null, 3.5],
    ['スライム 第12巻', 12, null],
    ['スライム 1.5巻', null, null],
    ['조선왕조실톡 106화', null, 106],
    ['63권#200', 63, null],
    ['Max Level Returner ตอนที่ 5', null, 5],
    ['Fullmetal Alchemist chapters 101-108', null, 101],
    ['spawn-chapter-123', null, 123],
    ['[Hidoi]_Amaenaideyo_MS_vol01_chp02', 1, 2],
    ['Noblesse - Episode 406 (52 Pages)', null, 406],
    ['Tomes of Magic 7', null, null],
  ])('%s gives volume %s, chapter %s', (stem, volume, chapter) => {
    expect(readVolumeAndChapter(stem)).toEqual({ volume, chapter });
  });
});

describe('parseNumberText', () => {
  it.each([
    ['12.5', 12.5],
    ['½', 0.5],
    ['1½', 1.5],
    ['-1', -1],
    ['007', 7],
    ['10a', 10],
    ['1,5', 1.5],
    ['one', undefined],
    ['', undefined],
  ])('%s is %s', (text, expected) => {
    expect(parseNumberText(text)).toBe(expected);
  });
});
