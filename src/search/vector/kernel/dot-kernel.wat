;; Compares a query with a block of 8-bit vectors and writes the visible passages above a score threshold.
;; The sum of two 8-bit products fits into 16 bits if neither side contains -128. Lengths are multiples of 64.
(module
  (memory (export "memory") 1)
  ;; Number of passages compared since it was reset.
  (global $compared (export "compared") (mut i32) (i32.const 0))
  ;; Writes the slot and the score of each hit, and returns the end of the output.
  (func (export "scan")
    (param $codes i32) (param $audiences i32) (param $scales i32) (param $count i32)
    (param $visible i32) (param $query i32) (param $length i32) (param $minScore f32) (param $out i32)
    (result i32)
    (local $slot i32) (local $at i32) (local $end i32) (local $q i32) (local $visibleCount i32) (local $score f32)
    (local $sum v128) (local $other v128) (local $code v128) (local $queryChunk v128)
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $slot) (local.get $count)))
        ;; One byte per audience: 1 if it is visible.
        (if (i32.load8_u (i32.add (local.get $visible)
              (i32.load (i32.add (local.get $audiences) (i32.shl (local.get $slot) (i32.const 2))))))
          (then
            (local.set $visibleCount (i32.add (local.get $visibleCount) (i32.const 1)))
            (local.set $at (i32.add (local.get $codes) (i32.mul (local.get $slot) (local.get $length))))
            (local.set $end (i32.add (local.get $at) (local.get $length)))
            (local.set $q (local.get $query))
            (local.set $sum (v128.const i32x4 0 0 0 0))
            (local.set $other (v128.const i32x4 0 0 0 0))
            (loop $more
              (local.set $code (v128.load (local.get $at)))
              (local.set $queryChunk (v128.load (local.get $q)))
              (local.set $sum (i32x4.add (local.get $sum) (i32x4.extadd_pairwise_i16x8_s (i16x8.add
                (i16x8.extmul_low_i8x16_s (local.get $code) (local.get $queryChunk))
                (i16x8.extmul_high_i8x16_s (local.get $code) (local.get $queryChunk))))))
              (local.set $code (v128.load offset=16 (local.get $at)))
              (local.set $queryChunk (v128.load offset=16 (local.get $q)))
              (local.set $other (i32x4.add (local.get $other) (i32x4.extadd_pairwise_i16x8_s (i16x8.add
                (i16x8.extmul_low_i8x16_s (local.get $code) (local.get $queryChunk))
                (i16x8.extmul_high_i8x16_s (local.get $code) (local.get $queryChunk))))))
              (local.set $code (v128.load offset=32 (local.get $at)))
              (local.set $queryChunk (v128.load offset=32 (local.get $q)))
              (local.set $sum (i32x4.add (local.get $sum) (i32x4.extadd_pairwise_i16x8_s (i16x8.add
                (i16x8.extmul_low_i8x16_s (local.get $code) (local.get $queryChunk))
                (i16x8.extmul_high_i8x16_s (local.get $code) (local.get $queryChunk))))))
              (local.set $code (v128.load offset=48 (local.get $at)))
              (local.set $queryChunk (v128.load offset=48 (local.get $q)))
              (local.set $other (i32x4.add (local.get $other) (i32x4.extadd_pairwise_i16x8_s (i16x8.add
                (i16x8.extmul_low_i8x16_s (local.get $code) (local.get $queryChunk))
                (i16x8.extmul_high_i8x16_s (local.get $code) (local.get $queryChunk))))))
              (local.set $at (i32.add (local.get $at) (i32.const 64)))
              (local.set $q (i32.add (local.get $q) (i32.const 64)))
              (br_if $more (i32.lt_u (local.get $at) (local.get $end))))
            (local.set $sum (i32x4.add (local.get $sum) (local.get $other)))
            (local.set $score (f32.mul
              (f32.convert_i32_s (i32.add
                (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
                (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
              (f32.load (i32.add (local.get $scales) (i32.shl (local.get $slot) (i32.const 2))))))
            (if (f32.ge (local.get $score) (local.get $minScore))
              (then
                (i32.store (local.get $out) (local.get $slot))
                (f32.store offset=4 (local.get $out) (local.get $score))
                (local.set $out (i32.add (local.get $out) (i32.const 8)))))))
        (local.set $slot (i32.add (local.get $slot) (i32.const 1)))
        (br $next)))
    (global.set $compared (i32.add (global.get $compared) (local.get $visibleCount)))
    (local.get $out)))
