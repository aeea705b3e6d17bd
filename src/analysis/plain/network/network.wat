;; The arithmetic of the network, in the memory of one module. Rows are padded to a multiple of 4, columns are one of 8, and what is
;; multiplied is one of 8 numbers long. Whole numbers add up to the same sum in any order, and the other sums have one order on
;; every machine, so the results are the same bits everywhere.
(module
  ;; Two megabytes: the matrices take 1.5, the work areas 0.4.
  (memory (export "memory") 32)

  ;; Rounds each of the rows to whole numbers of 15 bits and writes the step between them: 576 products with a weight of 8 bits
  ;; still fit into 32. Four rows lie side by side, two numbers of each: what `multiply` reads in one go.
  (func $round (param $rows i32) (param $inner i32) (param $from i32) (param $whole i32) (param $steps i32)
    (local $row i32) (local $at i32) (local $end i32) (local $to i32) (local $most v128) (local $scale v128) (local $x v128)
    (local $largest f32)
    (loop $each
      (local.set $at (local.get $from))
      (local.set $end (i32.add (local.get $from) (i32.shl (local.get $inner) (i32.const 2))))
      (local.set $most (v128.const f32x4 0 0 0 0))
      (loop $find
        (local.set $most (f32x4.max (local.get $most) (f32x4.abs (v128.load (local.get $at)))))
        (br_if $find (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $end))))
      (local.set $largest (f32.max
        (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
        (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))
      (f32.store (local.get $steps) (f32.div (local.get $largest) (f32.const 16383)))
      (local.set $scale (f32x4.splat (f32.div (f32.const 16383) (f32.max (local.get $largest) (f32.const 1e-30)))))
      (local.set $to (i32.add
        (i32.add (local.get $whole) (i32.shl (i32.and (local.get $row) (i32.const 3)) (i32.const 2)))
        (i32.mul (i32.shr_u (local.get $row) (i32.const 2)) (i32.shl (local.get $inner) (i32.const 3)))))
      (loop $write
        (local.set $x (i16x8.narrow_i32x4_s
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load (local.get $from)) (local.get $scale))))
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load offset=16 (local.get $from)) (local.get $scale))))))
        (v128.store32_lane 0 (local.get $to) (local.get $x))
        (v128.store32_lane offset=16 1 (local.get $to) (local.get $x))
        (v128.store32_lane offset=32 2 (local.get $to) (local.get $x))
        (v128.store32_lane offset=48 3 (local.get $to) (local.get $x))
        (local.set $to (i32.add (local.get $to) (i32.const 64)))
        (br_if $write (i32.lt_u (local.tee $from (i32.add (local.get $from) (i32.const 32))) (local.get $end))))
      (local.set $steps (i32.add (local.get $steps) (i32.const 4)))
      (br_if $each (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 1))) (local.get $rows)))))

  ;; Sums of whole numbers as numbers again, and nothing below `least`.
  (func $write (param $to i32) (param $sum v128) (param $step f32) (param $columnSteps v128) (param $bias v128) (param $least v128)
    (v128.store (local.get $to) (f32x4.max (local.get $least) (f32x4.add (local.get $bias)
      (f32x4.mul (f32x4.convert_i32x4_s (local.get $sum)) (f32x4.mul (f32x4.splat (local.get $step)) (local.get $columnSteps)))))))

  ;; out[rows × columns] = left[rows × inner] · right[inner × columns] + bias. Four rows and eight columns at a time, so that what
  ;; was loaded is used several times. `right` is packed: for each eight columns and each two rows of it, 16 bytes.
  (func (export "multiply")
    (param $rows i32) (param $inner i32) (param $columns i32) (param $left i32) (param $right i32) (param $columnSteps i32)
    (param $bias i32) (param $out i32) (param $whole i32) (param $rowSteps i32) (param $least f32)
    (local $column i32) (local $row i32) (local $l i32) (local $r i32) (local $end i32) (local $o i32) (local $outBytes i32)
    (local $a0 v128) (local $a1 v128) (local $b0 v128) (local $b1 v128) (local $c0 v128) (local $c1 v128) (local $d0 v128) (local $d1 v128)
    (local $x v128) (local $y v128) (local $s v128)
    (local $steps0 v128) (local $steps1 v128) (local $bias0 v128) (local $bias1 v128) (local $floor v128)
    (call $round (local.get $rows) (local.get $inner) (local.get $left) (local.get $whole) (local.get $rowSteps))
    (local.set $outBytes (i32.shl (local.get $columns) (i32.const 2)))
    (local.set $floor (f32x4.splat (local.get $least)))
    (loop $columns8
      (local.set $l (local.get $whole))
      (local.set $row (i32.const 0))
      (local.set $o (i32.add (local.get $out) (i32.shl (local.get $column) (i32.const 2))))
      (loop $rows4
        (local.set $a0 (v128.const i32x4 0 0 0 0)) (local.set $a1 (v128.const i32x4 0 0 0 0))
        (local.set $b0 (v128.const i32x4 0 0 0 0)) (local.set $b1 (v128.const i32x4 0 0 0 0))
        (local.set $c0 (v128.const i32x4 0 0 0 0)) (local.set $c1 (v128.const i32x4 0 0 0 0))
        (local.set $d0 (v128.const i32x4 0 0 0 0)) (local.set $d1 (v128.const i32x4 0 0 0 0))
        (local.set $r (local.get $right))
        (local.set $end (i32.add (local.get $right) (i32.shl (local.get $inner) (i32.const 3))))
        (loop $sum
          (local.set $x (v128.load8x8_s (local.get $r)))
          (local.set $y (v128.load8x8_s offset=8 (local.get $r)))
          (local.set $s (v128.load32_splat (local.get $l)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $s) (local.get $x))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $s) (local.get $y))))
          (local.set $s (v128.load32_splat offset=4 (local.get $l)))
          (local.set $b0 (i32x4.add (local.get $b0) (i32x4.dot_i16x8_s (local.get $s) (local.get $x))))
          (local.set $b1 (i32x4.add (local.get $b1) (i32x4.dot_i16x8_s (local.get $s) (local.get $y))))
          (local.set $s (v128.load32_splat offset=8 (local.get $l)))
          (local.set $c0 (i32x4.add (local.get $c0) (i32x4.dot_i16x8_s (local.get $s) (local.get $x))))
          (local.set $c1 (i32x4.add (local.get $c1) (i32x4.dot_i16x8_s (local.get $s) (local.get $y))))
          (local.set $s (v128.load32_splat offset=12 (local.get $l)))
          (local.set $d0 (i32x4.add (local.get $d0) (i32x4.dot_i16x8_s (local.get $s) (local.get $x))))
          (local.set $d1 (i32x4.add (local.get $d1) (i32x4.dot_i16x8_s (local.get $s) (local.get $y))))
          (local.set $l (i32.add (local.get $l) (i32.const 16)))
          (br_if $sum (i32.lt_u (local.tee $r (i32.add (local.get $r) (i32.const 16))) (local.get $end))))
        (local.set $steps0 (v128.load (local.get $columnSteps))) (local.set $steps1 (v128.load offset=16 (local.get $columnSteps)))
        (local.set $bias0 (v128.load (local.get $bias))) (local.set $bias1 (v128.load offset=16 (local.get $bias)))
        (local.set $end (i32.add (local.get $rowSteps) (i32.shl (local.get $row) (i32.const 2))))
        (call $write (local.get $o) (local.get $a0) (f32.load (local.get $end)) (local.get $steps0) (local.get $bias0) (local.get $floor))
        (call $write (i32.add (local.get $o) (i32.const 16)) (local.get $a1) (f32.load (local.get $end)) (local.get $steps1) (local.get $bias1) (local.get $floor))
        (local.set $o (i32.add (local.get $o) (local.get $outBytes)))
        (call $write (local.get $o) (local.get $b0) (f32.load offset=4 (local.get $end)) (local.get $steps0) (local.get $bias0) (local.get $floor))
        (call $write (i32.add (local.get $o) (i32.const 16)) (local.get $b1) (f32.load offset=4 (local.get $end)) (local.get $steps1) (local.get $bias1) (local.get $floor))
        (local.set $o (i32.add (local.get $o) (local.get $outBytes)))
        (call $write (local.get $o) (local.get $c0) (f32.load offset=8 (local.get $end)) (local.get $steps0) (local.get $bias0) (local.get $floor))
        (call $write (i32.add (local.get $o) (i32.const 16)) (local.get $c1) (f32.load offset=8 (local.get $end)) (local.get $steps1) (local.get $bias1) (local.get $floor))
        (local.set $o (i32.add (local.get $o) (local.get $outBytes)))
        (call $write (local.get $o) (local.get $d0) (f32.load offset=12 (local.get $end)) (local.get $steps0) (local.get $bias0) (local.get $floor))
        (call $write (i32.add (local.get $o) (i32.const 16)) (local.get $d1) (f32.load offset=12 (local.get $end)) (local.get $steps1) (local.get $bias1) (local.get $floor))
        (local.set $o (i32.add (local.get $o) (local.get $outBytes)))
        (br_if $rows4 (i32.lt_u (local.tee $row (i32.add (local.get $row) (i32.const 4))) (local.get $rows))))
      (local.set $right (local.get $r))
      (local.set $columnSteps (i32.add (local.get $columnSteps) (i32.const 32)))
      (local.set $bias (i32.add (local.get $bias) (i32.const 32)))
      (br_if $columns8 (i32.lt_u (local.tee $column (i32.add (local.get $column) (i32.const 8))) (local.get $columns)))))

  (func $sum4 (param $x v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $x)) (f32x4.extract_lane 1 (local.get $x)))
      (f32.add (f32x4.extract_lane 2 (local.get $x)) (f32x4.extract_lane 3 (local.get $x)))))

  ;; e to the power of each number, none of which is above 0: two to a whole power, and a polynomial between -1/2 and 1/2.
  (func $exp (param $x v128) (result v128)
    (local $whole v128) (local $f v128)
    (local.set $x (f32x4.max (f32x4.mul (local.get $x) (f32x4.splat (f32.const 1.44269504))) (f32x4.splat (f32.const -126))))
    (local.set $whole (f32x4.nearest (local.get $x)))
    (local.set $f (f32x4.sub (local.get $x) (local.get $whole)))
    (f32x4.mul
      (i32x4.shl (i32x4.add (i32x4.trunc_sat_f32x4_s (local.get $whole)) (i32x4.splat (i32.const 127))) (i32.const 23))
      (f32x4.add (f32x4.splat (f32.const 1)) (f32x4.mul (local.get $f)
      (f32x4.add (f32x4.splat (f32.const 0.693147182)) (f32x4.mul (local.get $f)
      (f32x4.add (f32x4.splat (f32.const 0.240226463)) (f32x4.mul (local.get $f)
      (f32x4.add (f32x4.splat (f32.const 0.0555032864)) (f32x4.mul (local.get $f)
      (f32x4.add (f32x4.splat (f32.const 0.00961834099)) (f32x4.mul (local.get $f)
        (f32x4.splat (f32.const 0.00133982859))))))))))))))

  ;; What each of the first `wanted` pieces takes from all pieces: `wide` has query, key and value of each, `size` numbers for each
  ;; head. `weights` has room for a number for each piece, and for four more.
  (func (export "attend")
    (param $wide i32) (param $mixed i32) (param $weights i32) (param $count i32) (param $wanted i32) (param $width i32) (param $size i32)
    (local $rowBytes i32) (local $sizeBytes i32) (local $widthBytes i32) (local $head i32) (local $at i32) (local $other i32) (local $part i32)
    (local $query i32) (local $key i32) (local $to i32) (local $end i32) (local $sum v128) (local $most f32) (local $total v128) (local $scale f32)
    (local $x f32)
    (local.set $widthBytes (i32.shl (local.get $width) (i32.const 2)))
    (local.set $rowBytes (i32.mul (local.get $widthBytes) (i32.const 3)))
    (local.set $sizeBytes (i32.shl (local.get $size) (i32.const 2)))
    (local.set $scale (f32.div (f32.const 1) (f32.sqrt (f32.convert_i32_u (local.get $size)))))
    (loop $heads
      (local.set $at (i32.const 0))
      (loop $each
        (local.set $query (i32.add (i32.add (local.get $wide) (local.get $head)) (i32.mul (local.get $at) (local.get $rowBytes))))
        (local.set $key (i32.add (i32.add (local.get $wide) (local.get $head)) (local.get $widthBytes)))
        (local.set $other (local.get $weights))
        (local.set $end (i32.add (local.get $weights) (i32.shl (local.get $count) (i32.const 2))))
        (local.set $most (f32.const -inf))
        (loop $scores
          (local.set $part (i32.const 0))
          (local.set $sum (v128.const f32x4 0 0 0 0))
          (loop $parts
            (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul
              (v128.load (i32.add (local.get $query) (local.get $part))) (v128.load (i32.add (local.get $key) (local.get $part))))))
            (br_if $parts (i32.lt_u (local.tee $part (i32.add (local.get $part) (i32.const 16))) (local.get $sizeBytes))))
          (local.set $x (f32.mul (call $sum4 (local.get $sum)) (local.get $scale)))
          (f32.store (local.get $other) (local.get $x))
          (local.set $most (f32.max (local.get $most) (local.get $x)))
          (local.set $key (i32.add (local.get $key) (local.get $rowBytes)))
          (br_if $scores (i32.lt_u (local.tee $other (i32.add (local.get $other) (i32.const 4))) (local.get $end))))
        ;; Beyond the last piece stands nothing: e to the power of -1000 is 0.
        (v128.store (local.get $end) (f32x4.splat (f32.const -1000)))
        (local.set $other (local.get $weights))
        (local.set $total (v128.const f32x4 0 0 0 0))
        (loop $powers
          (local.set $sum (call $exp (f32x4.sub (v128.load (local.get $other)) (f32x4.splat (local.get $most)))))
          (v128.store (local.get $other) (local.get $sum))
          (local.set $total (f32x4.add (local.get $total) (local.get $sum)))
          (br_if $powers (i32.lt_u (local.tee $other (i32.add (local.get $other) (i32.const 16))) (local.get $end))))
        (local.set $x (f32.div (f32.const 1) (call $sum4 (local.get $total))))
        (local.set $to (i32.add (i32.add (local.get $mixed) (local.get $head)) (i32.mul (local.get $at) (local.get $widthBytes))))
        (local.set $part (i32.const 0))
        (loop $values
          (local.set $key (i32.add (i32.add (i32.add (local.get $wide) (local.get $head)) (i32.shl (local.get $widthBytes) (i32.const 1))) (local.get $part)))
          (local.set $other (local.get $weights))
          (local.set $sum (v128.const f32x4 0 0 0 0))
          (local.set $total (v128.const f32x4 0 0 0 0))
          (loop $pieces
            (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (v128.load32_splat (local.get $other)) (v128.load (local.get $key)))))
            (local.set $total (f32x4.add (local.get $total) (f32x4.mul (v128.load32_splat (local.get $other)) (v128.load offset=16 (local.get $key)))))
            (local.set $key (i32.add (local.get $key) (local.get $rowBytes)))
            (br_if $pieces (i32.lt_u (local.tee $other (i32.add (local.get $other) (i32.const 4))) (local.get $end))))
          (v128.store (i32.add (local.get $to) (local.get $part)) (f32x4.mul (local.get $sum) (f32x4.splat (local.get $x))))
          (v128.store offset=16 (i32.add (local.get $to) (local.get $part)) (f32x4.mul (local.get $total) (f32x4.splat (local.get $x))))
          (br_if $values (i32.lt_u (local.tee $part (i32.add (local.get $part) (i32.const 32))) (local.get $sizeBytes))))
        (br_if $each (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (local.get $wanted))))
      (br_if $heads (i32.lt_u (local.tee $head (i32.add (local.get $head) (local.get $sizeBytes))) (local.get $widthBytes)))))

  ;; Adds to each row, makes its mean 0 and its spread 1, then scales and shifts it as was learned.
  (func (export "addAndNormalise") (param $rows i32) (param $width i32) (param $state i32) (param $more i32) (param $scale i32) (param $shift i32)
    (local $bytes i32) (local $at i32) (local $mean v128) (local $spread v128) (local $x v128)
    (local.set $bytes (i32.shl (local.get $width) (i32.const 2)))
    (loop $each
      (local.set $at (i32.const 0))
      (local.set $mean (v128.const f32x4 0 0 0 0))
      (loop $add
        (local.set $x (f32x4.add (v128.load (i32.add (local.get $state) (local.get $at))) (v128.load (i32.add (local.get $more) (local.get $at)))))
        (v128.store (i32.add (local.get $state) (local.get $at)) (local.get $x))
        (local.set $mean (f32x4.add (local.get $mean) (local.get $x)))
        (br_if $add (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))
      (local.set $mean (f32x4.splat (f32.div (call $sum4 (local.get $mean)) (f32.convert_i32_u (local.get $width)))))
      (local.set $at (i32.const 0))
      (local.set $spread (v128.const f32x4 0 0 0 0))
      (loop $differ
        (local.set $x (f32x4.sub (v128.load (i32.add (local.get $state) (local.get $at))) (local.get $mean)))
        (local.set $spread (f32x4.add (local.get $spread) (f32x4.mul (local.get $x) (local.get $x))))
        (br_if $differ (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))
      (local.set $spread (f32x4.splat (f32.div (f32.const 1) (f32.sqrt (f32.add
        (f32.div (call $sum4 (local.get $spread)) (f32.convert_i32_u (local.get $width))) (f32.const 1e-5))))))
      (local.set $at (i32.const 0))
      (loop $shape
        (local.set $x (f32x4.mul (f32x4.sub (v128.load (i32.add (local.get $state) (local.get $at))) (local.get $mean)) (local.get $spread)))
        (v128.store (i32.add (local.get $state) (local.get $at)) (f32x4.add
          (f32x4.mul (local.get $x) (v128.load (i32.add (local.get $scale) (local.get $at))))
          (v128.load (i32.add (local.get $shift) (local.get $at)))))
        (br_if $shape (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 16))) (local.get $bytes))))
      (local.set $state (i32.add (local.get $state) (local.get $bytes)))
      (local.set $more (i32.add (local.get $more) (local.get $bytes)))
      (br_if $each (local.tee $rows (i32.sub (local.get $rows) (i32.const 1)))))))
